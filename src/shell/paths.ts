import { alternatives, isAbsolute, known, type Piece, type Value } from './value.ts'

/** The caller's knowledge of the environment in which the code would run; null or absent if unknown. */
export type PathWorld = {
  home: string | null
  /** The directory in which the code starts to run. */
  start: string | null
  variables: Readonly<Record<string, string>>
}

/** A file that a word may name. `pattern` is its normalized path, with a mark for each unknown part. */
export type Path = {
  /** The path if all of it is known. */
  text: string | null
  pattern: string
  /** The folder that certainly contains the file: the known part before the first unknown one, or the whole known path. */
  folder: string
  /** The known end of a path whose beginning is unknown; null if only globs are unknown. */
  end: string | null
  /** True if the word itself says nothing about the name: `$FILE`, `$(…)`. */
  vague: boolean
  /** If the path stands for the results of `find`: the words of its tests. Otherwise null. */
  found: readonly Value[] | null
}

/** Relation of a path to a target: it names the target, something inside it, or a folder around it. */
export type Relation = { kind: 'same' | 'inside' | 'around'; certain: boolean } | { kind: 'apart' }

// Marks for unknown parts. They are noncharacters, so no file name contains them. Built from codes to keep the hook plain ASCII.
const [ANY, IN_NAME, ONE, BELOW] = [0xfdd0, 0xfdd1, 0xfdd2, 0xfdd3].map((code) => String.fromCharCode(code)) as [
  string,
  string,
  string,
  string,
]
const MARK = /[\uFDD0-\uFDD3]/
const LONGEST = 4096

/** The files that a word may name, relative to each possible working directory. */
export function pathsOf(value: Value, cwds: readonly Value[], world: PathWorld): Path[] {
  const found = new Map<string, Path>()
  for (const one of alternatives(value)) {
    const path = one.flatMap((piece) => inWorld(piece, world))
    const vague = !path.some(({ kind }) => kind === 'text' || kind === 'home' || kind === 'start')
    const last = path.at(-1)
    const by = last?.kind === 'found' ? last.by : null
    for (const from of mayStandAlone(path) ? [[]] : cwds.flatMap(alternatives)) {
      const directory = from.flatMap((piece) => inWorld(piece, world))
      const pattern = patternOf(from.length === 0 ? path : [...directory, ...known('/'), ...path])
      found.set(pattern, { ...partsOf(pattern), vague, found: by })
    }
  }
  return [...found.values()]
}

/** True if a path is, or may turn out to be, independent of the working directory. */
const mayStandAlone = (path: Value): boolean =>
  isAbsolute(path) || path[0]?.kind === 'variable' || path[0]?.kind === 'unknown'

function inWorld(piece: Piece, world: PathWorld): Value {
  const isOurs = piece.kind === 'home' && (piece.user === '' || piece.user === world.variables['USER'])
  if (isOurs && world.home !== null) return known(world.home)
  if (piece.kind === 'start' && world.start !== null) return known(world.start)
  if (piece.kind !== 'variable' || !Object.hasOwn(world.variables, piece.name)) return [piece]
  return known(world.variables[piece.name] ?? '')
}

function patternOf(value: Value): string {
  const text = value.map(marked).join('')
  return text.length > LONGEST ? ANY : normal(text)
}

function marked(piece: Piece): string {
  if (piece.kind === 'text') return piece.text
  if (piece.kind !== 'glob') return ANY
  if (!piece.text.startsWith('*')) return ONE
  return piece.text === '**' ? BELOW : IN_NAME
}

/** Removes empty and `.` parts; `..` removes the part before it. If that part is unknown, so is the result. */
function normal(text: string): string {
  const names: string[] = []
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.at(-1)?.includes(ANY)) names.splice(-1, 1, ANY)
    else names.pop()
  }
  const absolute = text.startsWith('/') || names[0]?.startsWith(ANY)
  return names[0]?.startsWith(ANY) ? names.join('/') : `${absolute ? '/' : ''}${names.join('/')}`
}

/** The parts of a path that its pattern determines. */
export function partsOf(pattern: string): Pick<Path, 'text' | 'pattern' | 'folder' | 'end'> {
  const mark = pattern.search(MARK)
  if (mark < 0) return { text: pattern, pattern, folder: pattern, end: null }
  const any = pattern.lastIndexOf(ANY)
  return {
    text: null,
    pattern,
    folder: pattern.slice(0, Math.max(0, pattern.lastIndexOf('/', mark))),
    end: any < 0 ? null : pattern.slice(any + 1),
  }
}

/** Compares a path with an absolute, normalized one. If several relations are possible, returns the closest. */
export function relationTo(path: Path, target: string): Relation {
  const certain = path.text !== null
  const { pattern } = path
  let inside = false
  let around = false
  const text = target === '/' ? '/' : `${target}/`
  let reached = closure(new Set([0]), pattern)
  for (let i = 0; i < text.length; i++) {
    const next = text.charAt(i)
    if (i === target.length && reached.has(pattern.length)) return { kind: 'same', certain }
    around ||= reached.has(pattern.length) && next === '/'
    reached = step(reached, pattern, next, next === '.' && text[i - 1] === '/')
  }
  inside = reached.size > 0
  if (pattern === '/' && target !== '/') around = true
  if (inside) return { kind: 'inside', certain }
  return around ? { kind: 'around', certain } : { kind: 'apart' }
}

/** Returns the pattern positions reachable by one more character. A glob never matches a leading dot. */
function step(from: ReadonlySet<number>, pattern: string, next: string, isLeadingDot: boolean): Set<number> {
  const reached = new Set<number>()
  const isGlobbed = next !== '/' && !isLeadingDot
  const isBelow = !isLeadingDot
  for (const at of from) {
    const mark = pattern[at]
    if (mark === ANY || (mark === IN_NAME && isGlobbed) || (mark === BELOW && isBelow)) reached.add(at)
    else if (mark === next || (mark === ONE && isGlobbed)) reached.add(at + 1)
  }
  return closure(reached, pattern)
}

/** Adds the positions after marks that may match nothing. */
function closure(places: Set<number>, pattern: string): Set<number> {
  // A set that grows during iteration is iterated to its end.
  for (const at of places) {
    const mark = pattern[at]
    if (mark === ANY || mark === IN_NAME || mark === BELOW) places.add(at + 1)
    // `a/**/b` is also `a/b`.
    if (mark === BELOW && pattern[at + 1] === '/' && pattern[at - 1] === '/') places.add(at + 2)
  }
  return places
}
