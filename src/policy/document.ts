import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import type { Json } from '../ledger/kinds.ts'
import { MAX_POLICY_BYTES } from './project.ts'

/** A position in a file, counted from 1. */
type Position = { line: number; column: number }

/** One problem in a file that people write, and its position. */
export type Problem = Position & { message: string }

/** A document as plain data, with the position of every key and value. */
export type Document = { value: Json; placeOf(path: readonly PropertyKey[], part: 'key' | 'value'): Position }

export type ReadDocument = { ok: true; document: Document } | { ok: false; problems: Problem[] }

const MAX_DEPTH = 24
/** Maximum number of nodes. Aliases count each time they are used: a few lines of them can expand until they fill the memory. */
const MAX_NODES = 50_000
/** Maximum number of syntax errors to report: one early mistake often causes many follow-up errors. */
const MAX_FAULTS = 5

/** Reads YAML 1.2 into JSON data. Exceeding a limit is a problem, not a crash. */
export function readDocument(bytes: Uint8Array): ReadDocument {
  if (bytes.length > MAX_POLICY_BYTES)
    return refused(
      { line: 1, column: 1 },
      `The file is larger than ${MAX_POLICY_BYTES >> 10} KB. Shorten it; a page or two is enough.`,
    )
  const text = decode(bytes)
  if (typeof text !== 'string') return refused(text, 'The file is not valid UTF-8 here. Save it as UTF-8.')
  const lines = new LineCounter()
  try {
    return walk(text, lines)
  } catch (error) {
    // A file full of brackets can overflow the parser's stack.
    if (error instanceof RangeError) return refused({ line: 1, column: 1 }, TOO_DEEP)
    throw error
  }
}

const TOO_DEEP = `The file is nested more than ${MAX_DEPTH} levels deep. Flatten it; five or six are enough.`

const refused = (place: Position, message: string): ReadDocument => ({ ok: false, problems: [{ ...place, message }] })

function decode(bytes: Uint8Array): string | Position {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The position of the first invalid byte.
    const good = new TextDecoder('utf-8').decode(bytes).split('\ufffd')[0] ?? ''
    const before = good.split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
}

function walk(text: string, lines: LineCounter): ReadDocument {
  const parsed = parseDocument(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    merge: false,
    prettyErrors: false,
    stringKeys: true,
    // The library compares each key with all others; the walker looks them up.
    uniqueKeys: false,
    logLevel: 'error',
  })
  const faults = [...parsed.errors, ...parsed.warnings].slice(0, MAX_FAULTS)
  if (faults.some(({ message }) => message.includes('call stack'))) return refused({ line: 1, column: 1 }, TOO_DEEP)
  if (faults.length > 0) return { ok: false, problems: faults.map((fault) => toProblem(fault, lines)) }
  const walker = new Walker(lines, (node) => (isAlias(node) ? (node.resolve(parsed) ?? null) : node))
  const value = walker.read(parsed.contents as Node | null, [])
  if (walker.problem !== null) return { ok: false, problems: [walker.problem] }
  return { ok: true, document: { value, placeOf: (path, part) => walker.placeOf(path, part) } }
}

const toProblem = ({ pos, message, code }: YAMLError, lines: LineCounter): Problem => ({
  ...at(lines, pos[0]),
  message: inOurWords(code, message),
})

function at(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** Replaces the parser's message with ours, which says what to do. */
function inOurWords(code: string, message: string): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'This line is indented with a tab. YAML requires spaces.'
    case 'MULTIPLE_DOCS':
      return 'A second YAML document starts here. Keep only one.'
    case 'TAG_RESOLVE_FAILED':
      return `${message}. Remove the tag.`
    case 'NON_STRING_KEY':
      return 'A key must be text. Quote it.'
    default:
      return `${message.replace(/\.$/, '')}. Check quotes, brackets and indentation.`
  }
}

/** Turns YAML nodes into data and remembers their positions. */
class Walker {
  problem: Problem | null = null
  readonly #lines: LineCounter
  readonly #resolve: (node: Node) => Node | null
  readonly #keys = new Map<string, number>()
  readonly #values = new Map<string, number>()
  #left = MAX_NODES

  constructor(lines: LineCounter, resolve: (node: Node) => Node | null) {
    this.#lines = lines
    this.#resolve = resolve
  }

  read(written: Node | null, path: readonly PropertyKey[]): Json {
    const offset = written?.range?.[0] ?? 0
    this.#values.set(idOf(path), offset)
    const node = written === null ? null : this.#resolve(written)
    if (this.problem !== null) return null
    if (path.length > MAX_DEPTH) return this.#fault(offset, TOO_DEEP)
    if (--this.#left < 0)
      return this.#fault(
        offset,
        'The file expands to too much data, perhaps through nested aliases. Write the values out instead.',
      )
    if (isMap(node)) return this.#map(node.items as Pair[], path)
    if (isSeq(node)) return node.items.map((item, i) => this.read(item as Node, [...path, i]))
    return isScalar(node) ? this.#scalar(node.value, offset) : null
  }

  #map(pairs: Pair[], path: readonly PropertyKey[]): Json {
    const map: { [key: string]: Json } = {}
    for (const { key, value } of pairs) {
      const name = String(isScalar(key) ? key.value : key)
      this.#keys.set(idOf([...path, name]), key?.range?.[0] ?? 0)
      if (name === '__proto__') return this.#fault(key?.range?.[0] ?? 0, 'Unknown field "__proto__". Remove it.')
      if (Object.hasOwn(map, name)) this.#fault(key?.range?.[0] ?? 0, 'Duplicate key. Keep one of them.')
      this.#scalar(name, key?.range?.[0] ?? 0)
      map[name] = this.read(value, [...path, name])
    }
    return map
  }

  #scalar(value: unknown, offset: number): Json {
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0')))
      return this.#fault(offset, 'This text contains a NUL character or a lone surrogate. Remove it.')
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value
    return this.#fault(offset, 'This value is not text, a number, true or false. Quote it to use it as text.')
  }

  #fault(offset: number, message: string): null {
    this.problem ??= { ...at(this.#lines, offset), message }
    return null
  }

  /** Returns the position of a part of the document. If it does not exist, returns that of its nearest parent. */
  placeOf(path: readonly PropertyKey[], part: 'key' | 'value'): Position {
    const id = idOf(path)
    const offset =
      part === 'key' ? (this.#keys.get(id) ?? this.#values.get(id)) : (this.#values.get(id) ?? this.#keys.get(id))
    if (offset !== undefined) return at(this.#lines, offset)
    return path.length === 0 ? { line: 1, column: 1 } : this.placeOf(path.slice(0, -1), 'key')
  }
}

type Pair = { key: Node | null; value: Node | null }

const idOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))
