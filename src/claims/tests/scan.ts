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
      const end = this.text.indexOf('\n', this.at)
      this.#failed.set(pattern, end < 0 ? this.text.length : end)
    }
    return found
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
