import { Scan } from './scan.ts'
import type { Token } from './token.ts'

/** How a language writes comments and strings. */
export type Lexis = {
  /** Begins a comment that ends with the line. */
  line: readonly string[]
  /** `/* … *​/` may contain another one. */
  nested: boolean
  /** JavaScript: templates with `${}` and regular expressions. */
  templates: boolean
  /** Quotes of strings that may span lines and know no escapes, the longest first. */
  raw: readonly string[]
  /** A single quote may stand alone, as a Rust lifetime. */
  lifetimes: boolean
}

const SPACE = /\s+/y
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y
const MARK = /=>|->|::|[\s\S]/y
const DOUBLE = /"(?:[^"\\\n]|\\[\s\S])*"/y
const SINGLE = /'(?:[^'\\\n]|\\[\s\S])*'/y
const CHARACTER = /'(?:[^'\\\n]|\\[^\n]{1,8}?)'/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const RUST_RAW = /b?r#{0,8}"/y
/** Words after which a slash begins a regular expression. */
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|do|else|void|delete|await|yield|throw|new)$/

/** Splits a program into tokens in one pass. Never throws: what cannot be read becomes marks. */
export function tokensOf(text: string, lexis: Lexis): Token[] {
  const reader = new TokenReader(text, lexis)
  while (reader.readOne());
  return reader.tokens
}

class TokenReader {
  readonly tokens: Token[] = []
  readonly #scan: Scan
  readonly #lexis: Lexis
  /** The number of open braces at each `${`. */
  readonly #holes: number[] = []
  #braces = 0

  constructor(text: string, lexis: Lexis) {
    this.#scan = new Scan(text)
    this.#lexis = lexis
  }

  /** Reads the next token, or the layout before it; false at the end of the text. */
  readOne(): boolean {
    const scan = this.#scan
    const { text, at } = scan
    if (at >= text.length) return false
    const space = scan.match(SPACE)
    const skipped = space?.length ?? commentLength(text, at, this.#lexis)
    scan.at += skipped
    // A line break ends a bare `return`.
    if (space?.includes('\n') && this.tokens.at(-1)?.text === 'return') this.tokens.push({ kind: 'mark', text: ';' })
    if (skipped > 0 || this.#readTemplateOrRegex() || this.#readQuoted()) return true
    const word = scan.match(WORD)
    const number = word === null ? scan.match(NUMBER) : null
    if (word !== null) this.#add('word', word)
    else if (number !== null) this.#add('number', number)
    else this.#readMark()
    return true
  }

  #add(kind: Token['kind'], read: string, value = read): true {
    this.tokens.push({ kind, text: value })
    this.#scan.at += read.length
    return true
  }

  #readTemplateOrRegex(): boolean {
    if (!this.#lexis.templates) return false
    if (this.#scan.startsWith('`')) {
      this.#scan.at++
      this.#readTemplate()
      return true
    }
    const regex = this.#scan.startsWith('/') && mayBeRegex(this.tokens.at(-1)) ? this.#scan.matchInLine(REGEX) : null
    return regex !== null && this.#add('string', regex)
  }

  /** Reads a template's text up to its end or to `${`, which is an opening brace like any other. */
  #readTemplate(): void {
    const scan = this.#scan
    const end = templateEnd(scan.text, scan.at)
    this.tokens.push({ kind: 'string', text: scan.text.slice(scan.at, end.at) })
    scan.at = end.at + end.length
    if (end.length < 2) return
    this.#holes.push(this.#braces++)
    this.tokens.push({ kind: 'mark', text: '{' })
  }

  #readQuoted(): boolean {
    const scan = this.#scan
    const quote = this.#lexis.raw.find((one) => scan.startsWith(one))
    const rust = this.#lexis.lifetimes ? scan.match(RUST_RAW) : null
    if (quote !== undefined) return this.#readRaw(quote, quote)
    if (rust !== null) return this.#readRaw(rust, `"${rust.replace(/[^#]/g, '')}`)
    const single = this.#lexis.lifetimes ? CHARACTER : SINGLE
    const pattern = scan.startsWith('"') ? DOUBLE : scan.startsWith("'") ? single : null
    const quoted = pattern === null ? null : scan.matchInLine(pattern)
    return quoted !== null && this.#add('string', quoted, quoted.slice(1, -1))
  }

  #readRaw(open: string, close: string): true {
    const read = this.#scan.upTo(close, open.length)
    return this.#add('string', read, read.slice(open.length, read.length - close.length))
  }

  #readMark(): void {
    const mark = this.#scan.match(MARK) ?? ''
    if (mark === '{') this.#braces++
    if (mark === '}') this.#braces--
    this.#add('mark', mark)
    if (mark !== '}' || this.#holes.at(-1) !== this.#braces) return
    this.#holes.pop()
    this.#readTemplate()
  }
}

/** Finds the end of a template's text: a backtick, `${`, or the end of the file. */
function templateEnd(text: string, from: number): { at: number; length: number } {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') return { at, length: 1 }
    else if (text[at] === '$' && text[at + 1] === '{') return { at, length: 2 }
  }
  return { at: text.length, length: 0 }
}

function mayBeRegex(last: Token | undefined): boolean {
  if (last === undefined) return true
  if (last.kind === 'word') return BEFORE_REGEX.test(last.text)
  return last.kind === 'mark' && !/^[)\]}]$/.test(last.text)
}

function commentLength(text: string, at: number, { line, nested }: Lexis): number {
  if (line.some((mark) => text.startsWith(mark, at)) && !text.startsWith('#[', at)) {
    const end = text.indexOf('\n', at)
    return (end < 0 ? text.length : end) - at
  }
  if (!text.startsWith('/*', at)) return 0
  if (!nested) {
    const end = text.indexOf('*/', at + 2)
    return (end < 0 ? text.length : end + 2) - at
  }
  let depth = 1
  let next = at + 2
  for (; next < text.length && depth > 0; next++) {
    if (text.startsWith('/*', next)) depth++
    else if (text.startsWith('*/', next)) depth--
    else continue
    next++
  }
  return next - at
}
