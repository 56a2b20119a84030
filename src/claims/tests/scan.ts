/** Reads a text from left to right with sticky patterns. A pattern that failed is not tried again on the same line. */
export class Scan {
  at = 0
  readonly text: string
  /** For each pattern, the end of the line on which it failed. */
  readonly #failed = new Map<RegExp, number>()

  constructor(text: string) {
    this.text = text
  }

  /** Returns what a pattern matches here, or null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0] ?? null
  }

  /** Like `match`, for patterns that may look ahead to the end of the line: keeps the whole scan linear. */
  matchInLine(pattern: RegExp): string | null {
    if (this.at < (this.#failed.get(pattern) ?? 0)) return null
    const found = this.match(pattern)
    if (found === null) {
      this.#failed.set(pattern, this.#lineEnd())
    }
    return found
  }

  /** The end of this line; a backslash at its end continues it. */
  #lineEnd(): number {
    let end = this.text.indexOf('\n', this.at)
    while (end > 0 && this.text[end - 1] === '\\') end = this.text.indexOf('\n', end + 1)
    return end < 0 ? this.text.length : end
  }

  /** The length of the layout here; line breaks end it if `breaks` is false. */
  spaces(breaks: boolean): number {
    let end = this.at
    for (let code = this.text.charCodeAt(end); isSpace(code) && (breaks || code !== NEWLINE); )
      code = this.text.charCodeAt(++end)
    return end - this.at
  }

  /** Returns the name or number here, or an empty text. */
  word(): string {
    let end = this.at
    while (isWordPart(this.text.charCodeAt(end))) end++
    return this.text.slice(this.at, end)
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  /** Returns the text up to the end of the next `close`, or the whole rest. */
  upTo(close: string, from: number): string {
    const end = this.text.indexOf(close, this.at + from)
    return this.text.slice(this.at, end < 0 ? this.text.length : end + close.length)
  }
}

const NEWLINE = 10

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff

/** Letters, digits, `_`, `$` and everything beyond ASCII. */
const isWordPart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 36 ||
  (code > 127 && code !== 0xa0 && code !== 0xfeff)

/** True if a word begins with a digit. */
export const isNumber = (word: string): boolean => word.charCodeAt(0) >= 48 && word.charCodeAt(0) <= 57
