import { type Path, partsOf, relationTo } from '../../shell/paths.ts'
import type { Below, FindTests, How } from '../act.ts'
import { mayFind } from '../find.ts'
import { isClosed, isWithin, type Place, type Protection, type ProtectionFinding } from './place.ts'
import { standingOf } from './standing.ts'

/** A path that a call aims at, and the effect on it. `said` is the path as written in the call. */
export type Aim = { how: How; below: Below; tests: FindTests | null; path: Path; said: string }

/** Returns the finding about a path under any of its known names, or null. */
export function judgeAim(
  aim: Aim,
  protection: Protection,
  real: ReadonlyMap<string, string>,
  links: ReadonlyMap<string, string>,
): ProtectionFinding | null {
  const hidden = behindProc(aim.path, protection)
  if (hidden !== null) return { code: hidden.code, what: hidden.path, said: aim.said }
  for (const path of namesOf(aim.path, real, links)) {
    const place = placeOf({ ...aim, path }, protection)
    if (place !== null) return { code: place.code, what: path.text ?? aim.path.text ?? place.path, said: aim.said }
  }
  return null
}

/** The path as written, and as resolved through symlinks. */
function namesOf(path: Path, real: ReadonlyMap<string, string>, links: ReadonlyMap<string, string>): Path[] {
  const names = [withoutProc(path)]
  const folder = path.folder
  const behind = real.get(folder)
  if (behind !== undefined) names.push(moved(path, folder, behind))
  for (const [link, target] of links) if (isWithin(folder, link)) names.push(moved(path, link, target))
  return names
}

function moved(path: Path, from: string, to: string): Path {
  return { ...path, ...partsOf(`${to}${path.pattern.slice(from.length)}`) }
}

/** Targets below `/proc` are unknown, so a closed place is recognized there by the end of its path. */
function behindProc({ pattern }: Path, { places }: Protection): Place | null {
  if (!pattern.startsWith('/proc/')) return null
  return places.find((place) => isClosed(place) && place.tail !== null && pattern.includes(`/${place.tail}`)) ?? null
}

const PROC_ROOT = /^\/proc\/(?:self|thread-self|\d+)\/root(?=\/)/

const withoutProc = (path: Path): Path => {
  if (!path.pattern.startsWith('/proc/')) return path
  const [head = ''] = PROC_ROOT.exec(path.pattern) ?? []
  return head === '' ? path : moved(path, head, '')
}

/** Returns the place that denies the aim. If a path is certainly in several places, the closest one decides. */
function placeOf(aim: Aim, protection: Protection): Place | null {
  for (const place of protection.places) {
    const standing = standingOf(aim.path, place)
    if (standing === null) continue
    const isAround = standing.kind === 'around'
    if (isAround ? reachesInto(aim, place, protection) : isDenied(aim, place)) return place
    if (!isAround && standing.certain) return null
  }
  return null
}

function isDenied({ how, tests, path }: Aim, place: Place): boolean {
  if (how === 'listed' && place.isListable && relationTo(path, place.path).kind === 'same') return false
  const isMeant = tests === null || isClosed(place) || mayFind(tests, place.path, place)
  return isMeant && place.denies.includes(how)
}

/** True if an action on a folder also affects a place in it. */
function reachesInto({ below, tests, path }: Aim, place: Place, { world }: Protection): boolean {
  const root = path.folder
  if (tests !== null && !mayFind(tests, root, place)) return false
  switch (below) {
    case 'nothing':
      return false
    case 'removed':
    case 'cleaned':
      return place.exists && place.denies.includes('write')
    case 'changed':
      return place.exists && (isClosed(place) || isMeant(tests, root, place))
    case 'copied':
    case 'sought':
      return place.exists && isClosed(place)
    case 'closed':
      return place.exists && place.denies.includes('write')
    case 'searched':
      return isClosed(place) && (isNear(root, world.home) || (tests !== null && isNamedBy(tests, place)))
    case 'unpacked':
      return root === place.path.slice(0, place.path.lastIndexOf('/'))
  }
}

/** True below the home directory. Searching the whole home directory, or more, usually has other reasons. */
const isNear = (root: string, home: string | null): boolean => home !== null && root !== home && isWithin(root, home)

/** True if a search is for settings, not for files of all kinds: it starts beside them, or asks for their name. */
function isMeant(tests: FindTests | null, root: string, { path, denies }: Place): boolean {
  if (tests === null || !denies.includes('write')) return false
  const folder = path.slice(0, path.lastIndexOf('/'))
  const [around, name] = [folder, path].map((one) => one.slice(one.lastIndexOf('/') + 1)) as [string, string]
  const isNamed = (pattern: string): boolean =>
    sharedStart(pattern.replace(/^.*\//, '').replace(/^\*+/, ''), name) >= MIN_SHARED
  return (
    root === folder || [...tests.names, ...tests.paths].some(isNamed) || tests.paths.some((one) => one.includes(around))
  )
}

/** As many letters of a name as tell it from others. */
const MIN_SHARED = 5

function sharedStart(pattern: string, name: string): number {
  let at = 0
  while (at < name.length && pattern[at]?.toLowerCase() === name[at]?.toLowerCase()) at++
  return at
}

/** True if a pattern contains a name of the place literally. */
function isNamedBy({ paths }: FindTests, { tail }: Place): boolean {
  const names = tail?.split('/') ?? []
  return paths.some((pattern) => pattern.split('/').some((name) => names.includes(name.replaceAll('*', ''))))
}
