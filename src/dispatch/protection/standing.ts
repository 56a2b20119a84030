import { type Path, relationTo } from '../../shell/paths.ts'
import { isWithin, type Place } from './place.ts'

/** Position of a path relative to a place. `certain` if it does not depend on unknown parts of the path. */
export type Standing = { kind: 'within' | 'around'; certain: boolean }

/** Returns the position of a path relative to a place, or null if the path is elsewhere or too little of it is known. */
export function standingOf(path: Path, place: Place): Standing | null {
  const folder = path.folder
  if (folder !== '' && isWithin(folder, place.path)) {
    return isExcepted(path.pattern, place) ? null : { kind: 'within', certain: true }
  }
  if (path.text !== null) return isWithin(place.path, path.text) ? { kind: 'around', certain: true } : null
  const end = path.end
  if (end !== null) return isRecognised(end, place) ? { kind: 'within', certain: false } : null
  const relation = relationTo(path, place.path)
  if (relation.kind === 'apart') return null
  return { kind: relation.kind === 'around' ? 'around' : 'within', certain: false }
}

/** True if a path with an unknown beginning ends in a closed place's tail, which nothing else uses. */
const isRecognised = (end: string, { tail, denies }: Place): boolean =>
  tail !== null && denies.includes('read') && `${end}/`.includes(`/${tail}/`)

function isExcepted(path: string, { path: folder, except }: Place): boolean {
  const names = path.slice(folder.length).split('/')
  return except.some((name) => names.includes(name))
}
