import { isNumber, Scan } from './scan.ts'
import type { Token } from './token.ts'

/** A statement of a language whose blocks are indented: its depth in columns and its tokens. */
export type Line = { indent: number; tokens: Token[] }

/** How an indented language quotes strings of several lines. */
export type LineLexis = { long: readonly string[] }

const DOUBLE = /"(?:[^"\\\n]|\\[\s\S])*"/y
const SINGLE = /'(?:[^'\\\n]|\\[\s\S])*'/y
/** Letters before a string that say how to read it. */
const PREFIX = /^[rbfut]{1,2}$/i
const isQuote = (char: string): boolean => char === '"' || char === "'"
const TAB = 8

/** Splits a program into statements in one pass. Lines inside brackets and long strings belong to the statement before. */
export function linesOf(text: string, lexis: LineLexis): Line[] {
  const reader = new LineReader(text, lexis)
  while (reader.readOne());
  return reader.lines
}

class LineReader {
  readonly lines: Line[] = []
  readonly #scan: Scan
  readonly #lexis: LineLexis
  #tokens: Token[] = []
  #depth = 0
  #start = 0

  constructor(text: string, lexis: LineLexis) {
    this.#scan = new Scan(text)
    this.#lexis = lexis
  }

  /** Reads the next token, or the layout before it; false at the end of the text. */
  readOne(): boolean {
    const scan = this.#scan
    if (scan.at >= scan.text.length) {
      this.#endLine()
      return false
    }
    const skipped = scan.spaces(false) || this.#commentLength()
    scan.at += skipped
    if (skipped > 0 || this.#readNewline() || this.#readString()) return true
    const word = scan.word()
    if (word === '') this.#readMark(scan.text.charAt(scan.at))
    else if (isQuote(scan.text.charAt(scan.at + word.length)) && PREFIX.test(word)) scan.at += word.length
    else this.#add(isNumber(word) ? 'number' : 'word', word)
    return true
  }

  #commentLength(): number {
    const { text, at } = this.#scan
    if (this.#scan.startsWith('\\\n')) return 2
    if (!this.#scan.startsWith('#')) return 0
    const end = text.indexOf('\n', at)
    return (end < 0 ? text.length : end) - at
  }

  #add(kind: Token['kind'], read: string, value = read): true {
    this.#tokens.push({ kind, text: value })
    this.#scan.at += read.length
    return true
  }

  #readNewline(): boolean {
    if (!this.#scan.startsWith('\n')) return false
    this.#scan.at++
    if (this.#depth === 0) this.#endLine()
    return true
  }

  #endLine(): void {
    const { text, at } = this.#scan
    if (this.#tokens.length > 0) this.lines.push({ indent: columnsOf(text, this.#start), tokens: this.#tokens })
    this.#tokens = []
    this.#start = at
  }

  #readString(): boolean {
    const scan = this.#scan
    const quote = this.#lexis.long.find((one) => scan.startsWith(one))
    if (quote !== undefined) {
      const read = scan.upTo(quote, quote.length)
      return this.#add('string', read, read.slice(quote.length, read.length - quote.length))
    }
    const pattern = scan.startsWith('"') ? DOUBLE : scan.startsWith("'") ? SINGLE : null
    const quoted = pattern === null ? null : scan.matchInLine(pattern)
    return quoted !== null && this.#add('string', quoted, quoted.slice(1, -1))
  }

  #readMark(mark: string): void {
    if ('([{'.includes(mark)) this.#depth++
    if (')]}'.includes(mark)) this.#depth = Math.max(0, this.#depth - 1)
    this.#add('mark', mark)
  }
}

function columnsOf(text: string, start: number): number {
  let columns = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === ' ') columns++
    else if (char === '\t') columns += TAB - (columns % TAB)
    else if (char !== '\n' && char !== '\r') break
    else columns = 0
  }
  return columns
}

/** The index after the deeper lines that follow a line. */
export function blockEnd(lines: readonly Line[], at: number): number {
  const indent = lines[at]?.indent ?? 0
  let end = at + 1
  while (end < lines.length && (lines[end]?.indent ?? 0) > indent) end++
  return end
}
