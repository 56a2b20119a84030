import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import type { Json } from '../../ledger/kinds.ts'

/**
 * JSON as people write it in settings files, with comments and trailing commas. Every value has its position, so that an
 * edit leaves everything else alone.
 */

/**
 * A value and its position, from `start` up to but not including `end`. `commas` holds positions too: the nth comma follows
 * the nth child, and there may be one after the last child.
 */
export type Node = ObjectNode | ArrayNode | ScalarNode
export type ObjectNode = Span & { kind: 'object'; members: Member[]; commas: number[] }
export type ArrayNode = Span & { kind: 'array'; items: Node[]; commas: number[] }
type ScalarNode = Span & { kind: 'scalar'; value: Json }

export type Span = { start: number; end: number }

/** A member of an object. It starts at its key. */
export type Member = Span & { key: string; value: Node }

/** Invalid JSON: the problem, and its line and column, counted from 1 as editors do. */
export class JsoncError extends Error {
  readonly line: number
  readonly column: number

  constructor(why: string, text: string, at: number) {
    const before = text.slice(0, at).split('\n')
    super(why)
    this.line = before.length
    this.column = (before.at(-1)?.length ?? 0) + 1
  }
}

/** Real settings are nested only a few levels deep. */
const MAX_DEPTH = 64

/** Parses text that holds one value. Throws a JsoncError at the first error. */
export function parseJsonc(text: string): Node {
  const reader = new Reader(text)
  // Some editors begin a file with a byte order mark. A space in its place keeps all offsets.
  visit(text.replace(/^\ufeff/, ' '), reader, { allowTrailingComma: true })
  if (reader.root === null) throw new JsoncError(EARLY, text, text.length)
  return reader.root
}

/** The plain value of a node. If a key occurs twice, the last one wins, as in every JSON parser. */
export function plainOf(node: Node): Json {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'array':
      return node.items.map(plainOf)
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plainOf(value)]))
  }
}

const NONE = 'a value is missing'
const EARLY = 'it ends too early'
const TEXT = 'a string in double quotes is missing or not closed'
const TEXT_ERRORS = ['UnexpectedEndOfString', 'InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter']

/** Errors for unexpected text after a value. */
const FOLLOWS = {
  root: 'there is text after the end of the settings',
  object: 'a "," or "}" is missing',
  array: 'a "," or "]" is missing',
} as const

/** An object or array that is still open and, in an object, the key whose value comes next. */
type Open = { node: ObjectNode | ArrayNode; key: (Span & { key: string; hasColon: boolean }) | null }

/** Builds nodes in jsonc-parser's callbacks. They are called without `this`, so they are arrow functions. */
class Reader {
  root: Node | null = null
  readonly #text: string
  readonly #open: Open[] = []

  constructor(text: string) {
    this.#text = text
  }

  onObjectBegin = (start: number): void => this.#begin({ kind: 'object', members: [], commas: [], start, end: start })

  onArrayBegin = (start: number): void => this.#begin({ kind: 'array', items: [], commas: [], start, end: start })

  onObjectEnd = (offset: number): void => this.#end('}', offset)

  onArrayEnd = (offset: number): void => this.#end(']', offset)

  onObjectProperty = (key: string, start: number, length: number): void => {
    const top = this.#open.at(-1)
    if (top !== undefined) top.key = { key, start, end: start + length, hasColon: false }
  }

  onLiteralValue = (value: Json, start: number, length: number): void => {
    this.#requireDepth(start)
    this.#add({ kind: 'scalar', value, start, end: start + length })
  }

  onSeparator = (character: string, offset: number): void => {
    const top = this.#open.at(-1)
    if (character === ',') top?.node.commas.push(offset)
    else if (top?.key != null) top.key.hasColon = true
  }

  onError = (code: ParseErrorCode, offset: number): never => {
    throw this.#broken(printParseErrorCode(code), offset)
  }

  #begin(node: ObjectNode | ArrayNode): void {
    this.#requireDepth(node.start)
    this.#open.push({ node, key: null })
  }

  /** The parser reports an end even if the bracket is missing, and the error only afterwards. */
  #end(close: string, at: number): void {
    const closed = this.#text[at] === close ? this.#open.pop() : undefined
    if (closed !== undefined) this.#add({ ...closed.node, end: at + 1 })
  }

  #add(value: Node): void {
    const top = this.#open.at(-1)
    if (top === undefined) this.root = value
    else if (top.node.kind === 'array') top.node.items.push(value)
    else if (top.key !== null) {
      top.node.members.push({ key: top.key.key, value, start: top.key.start, end: value.end })
      top.key = null
    }
  }

  #requireDepth(at: number): void {
    if (this.#open.length > MAX_DEPTH) throw new JsoncError('it is nested too deeply', this.#text, at)
  }

  /** Says what was expected at that position, which people understand better than the parser's error code. */
  #broken(code: string, at: number): JsoncError {
    const last = this.#unseparated()
    if (last !== null && isCut(last, at, this.#text)) return new JsoncError(NONE, this.#text, last.start)
    return new JsoncError(this.#expected(code, at), this.#text, at)
  }

  #expected(code: string, at: number): string {
    const { node, key } = this.#open.at(-1) ?? { node: null, key: null }
    if (code === 'UnexpectedEndOfComment') return 'a comment is not closed'
    if (this.#unseparated() !== null) return FOLLOWS[node?.kind ?? 'root']
    if (key?.hasColon === false) return 'a ":" is missing'
    const isKey = node?.kind === 'object' && key === null
    if (isKey || TEXT_ERRORS.includes(code)) return TEXT
    return at < this.#text.length ? NONE : EARLY
  }

  /** The last value, if only a comma or a closing bracket may follow it. */
  #unseparated(): Node | null {
    const node = this.#open.at(-1)?.node
    if (node === undefined) return this.root
    const values = node.kind === 'array' ? node.items : node.members.map(({ value }) => value)
    return values.length > node.commas.length && this.#open.at(-1)?.key === null ? (values.at(-1) ?? null) : null
  }
}

/** True if the value is only the start of a longer number or word, as in `01`, which is not a valid value. */
const isCut = (value: Node, at: number, text: string): boolean =>
  value.kind === 'scalar' && typeof value.value !== 'string' && value.end === at && /[\w.]/.test(text[at] ?? '')
