import type { Json } from '../../ledger/kinds.ts'

/**
 * JSON as people write it into settings, with comments and trailing commas, taken apart with the place of every value: so
 * that a change touches nothing but what it is about.
 */

/** A value, and where it stands: from `start` up to `end`. */
export type Node = ObjectNode | ArrayNode | ScalarNode
export type ObjectNode = Span & { kind: 'object'; members: Member[]; commas: number[] }
export type ArrayNode = Span & { kind: 'array'; items: Node[]; commas: number[] }
type ScalarNode = Span & { kind: 'scalar'; value: Json }

/** `commas`, above, is where they stand: the nth follows the nth child, and the last child may have one too. */
export type Span = { start: number; end: number }

/** A member of an object, from where its key begins. */
export type Member = Span & { key: string; value: Node }

/** What makes a text no JSON, and where: counted from 1, as editors do. */
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

/** Settings are nested a few levels deep; what goes deeper is none. */
const MAX_DEPTH = 64

/** The value a text holds; throws where it holds none, or more than one. */
export function parseJsonc(text: string): Node {
  const reader = new Reader(text)
  const node = reader.value(0)
  reader.skip()
  if (reader.at < text.length) throw reader.broken('something follows the end of the settings')
  return node
}

/** The plain value of a node. Of a key that is there twice, the last counts, as it does for every JSON parser. */
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

class Reader {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    // A mark that some editors put before everything.
    if (text.startsWith('\ufeff')) this.at = 1
  }

  broken(why: string): JsoncError {
    return new JsoncError(why, this.#text, this.at)
  }

  /** Over white space and comments. */
  skip(): void {
    for (;;) {
      this.#match(/[ \t\r\n]+/y)
      if (this.#match(/\/\/[^\n]*/y) !== null) continue
      if (!this.#text.startsWith('/*', this.at)) return
      const end = this.#text.indexOf('*/', this.at + 2)
      if (end === -1) throw this.broken('a comment does not end')
      this.at = end + 2
    }
  }

  value(depth: number): Node {
    this.skip()
    if (depth > MAX_DEPTH) throw this.broken('it is nested too deep')
    const start = this.at
    const commas: number[] = []
    if (this.#take('{')) return { kind: 'object', members: this.#members(depth, commas), commas, start, end: this.at }
    if (this.#take('[')) return { kind: 'array', items: this.#items(depth, commas), commas, start, end: this.at }
    const value = this.#scalar()
    return { kind: 'scalar', value, start, end: this.at }
  }

  #members(depth: number, commas: number[]): Member[] {
    const members: Member[] = []
    this.#each('}', commas, () => {
      const start = this.at
      const key = this.#string()
      this.skip()
      if (!this.#take(':')) throw this.broken('a ":" is missing')
      const value = this.value(depth + 1)
      members.push({ key, value, start, end: value.end })
    })
    return members
  }

  #items(depth: number, commas: number[]): Node[] {
    const items: Node[] = []
    this.#each(']', commas, () => items.push(this.value(depth + 1)))
    return items
  }

  /** Everything up to a closing bracket, with commas between, and after the last if somebody likes. */
  #each(close: string, commas: number[], read: () => void): void {
    for (;;) {
      this.skip()
      if (this.#take(close)) return
      read()
      this.skip()
      if (this.#take(',')) commas.push(this.at - 1)
      else if (this.#text[this.at] !== close) throw this.broken(`a "," or "${close}" is missing`)
    }
  }

  #scalar(): Json {
    if (this.#text[this.at] === '"') return this.#string()
    const word = this.#match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y)
    if (word === null) throw this.broken(this.at < this.#text.length ? 'no value begins here' : 'it ends too early')
    return JSON.parse(word) as Json
  }

  /** Piece by piece: one pattern for all of a long text would take the engine's whole stack. */
  #string(): string {
    const start = this.at
    const isOpen = this.#take('"')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
    while (this.#match(/[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y) !== null);
    if (!isOpen || !this.#take('"')) {
      this.at = start
      throw this.broken('a text in double quotes is missing, or does not end')
    }
    return JSON.parse(this.#text.slice(start, this.at)) as string
  }

  #take(char: string): boolean {
    if (this.#text[this.at] !== char) return false
    this.at++
    return true
  }

  #match(sticky: RegExp): string | null {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.#text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }
}
