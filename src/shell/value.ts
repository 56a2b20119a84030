import { LIMITS } from './limits.ts'

/** A piece of what a word becomes. All but `text` stand for something that only the running shell knows. */
export type Piece =
  | { kind: 'text'; text: string }
  /** A home directory: of this user, or of the one named. */
  | { kind: 'home'; user: string }
  /** The directory in which the text began to run. */
  | { kind: 'start' }
  /** `*`, `?`, `[…]` or an extended glob: some text without a slash. */
  | { kind: 'glob'; text: string }
  /** A variable; `seen` are values the text may have given it. */
  | { kind: 'variable'; name: string; seen: readonly Value[] }
  /** The names of what `find` finds below what stands before it; `by` are the words that say what it looks for. */
  | { kind: 'found'; by: readonly Value[] }
  /** What a file holds. */
  | { kind: 'content'; path: Value }
  /** What a program prints or finds, a number, or braces with too many words. */
  | { kind: 'unknown' }

/** What a word becomes. Only pieces of text: then it is fully known. */
export type Value = readonly Piece[]

export const UNKNOWN: Piece = { kind: 'unknown' }

/** A value that is known. */
export const known = (text: string): Value => (text === '' ? [] : [{ kind: 'text', text }])

/** The text of a value that is fully known, else null. */
export function textOf(value: Value): string | null {
  let text = ''
  for (const piece of value) {
    if (piece.kind !== 'text') return null
    text += piece.text
  }
  return text
}

/** The known text that a value begins with. */
export function prefixOf(value: Value): string {
  const end = value.findIndex(({ kind }) => kind !== 'text')
  return textOf(end < 0 ? value : value.slice(0, end)) ?? ''
}

/** The value without its first characters, which must be known. */
export function without(value: Value, length: number): Value {
  let left = length
  return value.flatMap((piece): Value => {
    if (piece.kind !== 'text' || left === 0) return [piece]
    const text = piece.text.slice(left)
    left -= piece.text.length - text.length
    return known(text)
  })
}

/**
 * The values that one with uncertain variables may turn out to be, the uncertain one last. None of them holds a `seen`,
 * so that values cannot grow inside one another.
 */
export function alternatives(value: Value): Value[] {
  if (!value.some((piece) => piece.kind === 'variable' && piece.seen.length > 0)) return [value]
  let found: Value[] = [[]]
  for (const piece of value) {
    const choices = piece.kind === 'variable' && piece.seen.length > 0 ? piece.seen : [[piece]]
    found = found.flatMap((start) => choices.map((choice) => [...start, ...choice])).slice(0, LIMITS.alternatives)
  }
  return [...found, value].map((one) => compact(one.map(bare)))
}

const bare = (piece: Piece): Piece => (piece.kind === 'variable' ? { ...piece, seen: [] } : piece)

/** Values with a known text between them, as one. */
export const joined = (values: readonly Value[], separator: string): Value =>
  values.flatMap((value, i) => (i === 0 ? value : [...known(separator), ...value]))

/** Whether a path begins at the root or at a home, so that it does not depend on the working directory. */
export function isAbsolute(value: Value): boolean {
  const [first] = value
  return first?.kind === 'home' || first?.kind === 'start' || (first?.kind === 'text' && first.text.startsWith('/'))
}

/** A path as seen from a directory. */
export const inDirectory = (directory: Value, path: Value): Value =>
  isAbsolute(path) ? path : compact([...directory, ...known('/'), ...path])

/** The same with neighbouring pieces of text joined. */
export function compact(value: Value): Value {
  const result: Piece[] = []
  for (const piece of value) {
    const last = result.at(-1)
    if (piece.kind !== 'text' || last?.kind !== 'text') result.push(piece)
    else result[result.length - 1] = { kind: 'text', text: last.text + piece.text }
  }
  return result
}

// A piece that is no text weighs as much as a short name.
const PIECE_LENGTH = 16

/** How long a value is, in characters. */
export const lengthOf = (value: Value): number =>
  value.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : PIECE_LENGTH), 0)

const keys = new WeakMap<Value, string>()

/** A text that only equal values share, as long as they hold no `seen`. Kept: states are merged over and over. */
export function keyOf(value: Value): string {
  const kept = keys.get(value)
  if (kept !== undefined) return kept
  const key = value.map(pieceKey).join('\0')
  keys.set(value, key)
  return key
}

function pieceKey(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'home':
      return `\0~${piece.user}`
    case 'start':
      return '\0.'
    case 'glob':
      return `\0*${piece.text}`
    case 'variable':
      return `\0$${piece.name}`
    case 'found':
      return '\0/'
    case 'content':
      return `\0<${keyOf(piece.path)}`
    case 'unknown':
      return '\0?'
  }
}
