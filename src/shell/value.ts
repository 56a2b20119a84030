import { LIMITS, Refusal } from './limits.ts'

/** A piece of an expanded word. All kinds but `text` represent something that only the running shell knows. */
export type Piece =
  | { kind: 'text'; text: string }
  /** A home directory: this user's, or that of the named user. */
  | { kind: 'home'; user: string }
  /** The directory in which the code started to run. */
  | { kind: 'start' }
  /** `*`, `?`, `[…]` or an extended glob: some text without a slash. */
  | { kind: 'glob'; text: string }
  /** A variable; `seen` holds the values that the code may have assigned to it. */
  | { kind: 'variable'; name: string; seen: readonly Value[] }
  /** The names that `find` finds below the pieces before it; `by` holds the words of its tests. */
  | { kind: 'found'; by: readonly Value[] }
  /** The contents of a file. */
  | { kind: 'content'; path: Value }
  /** The name of a pipe, `<(…)`, through which this output is read. */
  | { kind: 'pipe'; output: Value }
  /** Program output, search results, a number, or a brace expansion with too many words. */
  | { kind: 'unknown' }

/** An expanded word. If it consists only of text pieces, it is fully known. */
export type Value = readonly Piece[]

export const UNKNOWN: Piece = { kind: 'unknown' }

export const known = (text: string): Value => (text === '' ? [] : [{ kind: 'text', text }])

/** The text of a fully known value, otherwise null. */
export function textOf(value: Value): string | null {
  let text = ''
  for (const piece of value) {
    if (piece.kind !== 'text') return null
    text += piece.text
  }
  return text
}

/** The words as strings; a word that is not fully known is empty. */
export const wordsOf = (values: readonly Value[]): string[] => values.map((value) => textOf(value) ?? '')

/** The known text at the start of a value. */
export function prefixOf(value: Value): string {
  const end = value.findIndex(({ kind }) => kind !== 'text')
  return textOf(end < 0 ? value : value.slice(0, end)) ?? ''
}

/** Drops the first characters of a value; they must be known. */
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
 * The possible values of a word with uncertain variables, ending with the uncertain value itself. Their `seen` lists are
 * empty, so that values cannot nest and grow. Throws a `Refusal` if there are too many.
 */
export function alternatives(value: Value): Value[] {
  if (!value.some((piece) => piece.kind === 'variable' && piece.seen.length > 0)) return [value]
  let found: Value[] = [[]]
  for (const piece of value) {
    const choices = piece.kind === 'variable' && piece.seen.length > 0 ? piece.seen : [[piece]]
    if (found.length * choices.length > LIMITS.combinations) throw new Refusal('too-many', 0)
    found = found.flatMap((start) => choices.map((choice) => [...start, ...choice]))
  }
  return [...found, value].map((one) => compact(one.map(bare)))
}

const bare = (piece: Piece): Piece => (piece.kind === 'variable' ? { ...piece, seen: [] } : piece)

/** A value that may be any of these. */
export function oneOf(values: readonly Value[]): Value {
  const [only = [UNKNOWN]] = values
  return values.length <= 1 ? only : [{ kind: 'variable', name: 'found', seen: values }]
}

/** Joins values with a known separator. */
export const joined = (values: readonly Value[], separator: string): Value =>
  values.flatMap((value, i) => (i === 0 ? value : [...known(separator), ...value]))

/** True if a path starts at the root, a home directory or the start directory. */
export function isAbsolute(value: Value): boolean {
  const [first] = value
  return first?.kind === 'home' || first?.kind === 'start' || (first?.kind === 'text' && first.text.startsWith('/'))
}

/** Splits a value at a separator in its known text. Empty parts are dropped. */
export function splitValue(value: Value, separator: RegExp): Value[] {
  const parts: Piece[][] = [[]]
  for (const piece of value) {
    const [first, ...others] = piece.kind === 'text' ? piece.text.split(separator).map(known) : [[piece]]
    parts.at(-1)?.push(...(first ?? []))
    for (const other of others) parts.push([...other])
  }
  return parts.filter((part) => part.length > 0)
}

/** Resolves a path relative to a directory. */
export const inDirectory = (directory: Value, path: Value): Value =>
  isAbsolute(path) ? path : compact([...directory, ...known('/'), ...path])

/** Merges adjacent text pieces. */
export function compact(value: Value): Value {
  const result: Piece[] = []
  for (const piece of value) {
    const last = result.at(-1)
    if (piece.kind !== 'text' || last?.kind !== 'text') result.push(piece)
    else result[result.length - 1] = { kind: 'text', text: last.text + piece.text }
  }
  return result
}

// The length that an unknown piece counts for: that of a short name.
const PIECE_LENGTH = 16

/** The length of a value in characters. */
export const lengthOf = (value: Value): number =>
  value.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : PIECE_LENGTH), 0)

const keys = new WeakMap<Value, string>()

/** A key for comparing values; ignores `seen` and `by`. Cached, because states are merged over and over. */
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
    case 'pipe':
      return `\0|${keyOf(piece.output)}`
    case 'unknown':
      return '\0?'
  }
}
