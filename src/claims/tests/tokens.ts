import { isNumber, Scan } from './scan.ts'
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

const LONG_MARKS = ['=>', '->', '::'] as const
const DOUBLE = /"(?:[^"\\\n]|\\[\s\S])*"/y
const SINGLE = /'(?:[^'\\\n]|\\[\s\S])*'/y
const CHARACTER = /'(?:[^'\\\n]|\\[^\n]{1,8}?)'/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const RUST_RAW = /b?r#{0,8}"/y
const SLASH = 47
const HASH = 35
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
    const skipped = scan.spaces(true) || commentLength(text, at, this.#lexis)
    scan.at += skipped
    if (skipped > 0) return this.#endReturn(at)
    if (this.#readTemplateOrRegex() || this.#readQuoted()) return true
    const word = scan.word()
    if (word === '') this.#readMark()
    else this.#add(isNumber(word) ? 'number' : 'word', word)
    return true
  }

  /** A line break ends a bare `return`. */
  #endReturn(from: number): true {
    const isBare = this.tokens.at(-1)?.text === 'return' && this.#scan.text.slice(from, this.#scan.at).includes('\n')
    if (isBare) this.tokens.push({ kind: 'mark', text: ';' })
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
    const rust = this.#lexis.lifetimes && /[br]/.test(scan.text.charAt(scan.at)) ? scan.match(RUST_RAW) : null
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
    const scan = this.#scan
    const mark = LONG_MARKS.find((one) => scan.startsWith(one)) ?? scan.text.charAt(scan.at)
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
  const first = text.charCodeAt(at)
  if (first !== SLASH && first !== HASH) return 0
  if (line.some((mark) => text.startsWith(mark, at)) && !text.startsWith('#[', at)) {
    const end = text.indexOf('\n', at)
    return (end < 0 ? text.length : end) - at
  }
  if (!text.startsWith('/*', at)) return 0
  const end = nested ? nestedEnd(text, at) : text.indexOf('*/', at + 2) + 2
  return (end < at + 2 ? text.length : end) - at
}

function nestedEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('/*', at)) depth++
    else if (text.startsWith('*/', at)) depth--
    else continue
    at++
    if (depth === 0) return at + 1
  }
  return text.length
}
