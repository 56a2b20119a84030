import { isLetter, isNamePart } from './chars.ts'

/** A word or an operator of a command line. A line break is the operator `;`. */
export type Token = { kind: 'word' | 'operator'; text: string }

/** Longest first, so that `>>` is not read as two `>`. */
const OPERATORS = [
  ...['<<<', '>>', '<<', '&&', '||', '$(', '<(', '>(', '>&', '&>', '|&', ';;'],
  ...['|', ';', '&', '>', '<', '(', ')', '{', '}', '`'],
]
const BY_FIRST = new Map<string, string[]>()
for (const one of OPERATORS) BY_FIRST.set(one.charAt(0), [...(BY_FIRST.get(one.charAt(0)) ?? []), one])

/** The variable that separates words in a shell; it is used to hide spaces. */
const SEPARATOR = 'IFS'

/**
 * Splits a command line, a script or any other text into words and operators. Unlike src/shell/ it reads any language
 * and never fails; it only has to treat similar texts alike. Quotes are dropped and their content is split too, because
 * code is often passed as a quoted argument. Escapes inside words (`r\m`, `r''m`, Cmd's `d^el`, PowerShell's i`ex) are
 * undone.
 */
export function tokensOf(text: string, isWindows: boolean): Token[] {
  const splitter = new Splitter(text, isWindows)
  while (splitter.step());
  return splitter.tokens
}

class Splitter {
  readonly tokens: Token[] = []
  readonly #text: string
  readonly #isWindows: boolean
  #at = 0
  #word = ''

  constructor(text: string, isWindows: boolean) {
    this.#text = text
    this.#isWindows = isWindows
  }

  /** Reads on. Returns false at the end. */
  step(): boolean {
    if (this.#at >= this.#text.length) {
      this.#end()
      return false
    }
    const end = plainEnd(this.#text, this.#at)
    if (end > this.#at) {
      this.#word += this.#text.slice(this.#at, end)
      this.#at = end
      return true
    }
    const char = this.#text.charAt(this.#at)
    if (this.#space(char) || this.#escape(char) || this.#variable(char) || this.#operator()) return true
    this.#word += char
    this.#at++
    return true
  }

  #end(): void {
    if (this.#word !== '') this.tokens.push({ kind: 'word', text: this.#word })
    this.#word = ''
  }

  #next(): string {
    return this.#text.charAt(this.#at + 1)
  }

  #space(char: string): boolean {
    const isQuote = char === '"' || char === "'"
    if (!isSpace(char) && !isQuote && char !== ',' && char !== '[' && char !== ']') return false
    // A quote inside a word hides it; after a word it ends it.
    if (!isQuote || this.#next() === '' || isSpace(this.#next())) this.#end()
    if (char === '\n') this.tokens.push({ kind: 'operator', text: ';' })
    this.#at++
    return true
  }

  #escape(char: string): boolean {
    const next = this.#next()
    if (this.#isWindows) {
      if ((char !== '^' && char !== '`') || !isLetter(next)) return false
      this.#at++
      return true
    }
    if (char !== '\\') return false
    if (next !== '\n' && !(isLetter(next) && isHiding(this.#word, next))) this.#word += char
    this.#at += next === '\n' ? 2 : 1
    return true
  }

  /** `${NAME…}` counts as `$NAME`; the separator ends a word. */
  #variable(char: string): boolean {
    if (char !== '$') return false
    const isSeparator = this.#text.startsWith(SEPARATOR, this.#at + 1)
    const end = this.#next() === '{' ? this.#text.indexOf('}', this.#at) : -1
    if (!isSeparator && (end < 0 || end - this.#at > MAX_NAME)) return false
    const name = isSeparator ? SEPARATOR : nameAt(this.#text, this.#at + 2)
    if (name.startsWith(SEPARATOR)) this.#end()
    else this.#word += `$${name}`
    this.#at = isSeparator ? this.#at + 1 + SEPARATOR.length : end + 1
    return true
  }

  #operator(): boolean {
    const operator = operatorAt(this.#text, this.#at)
    if (operator === null) return false
    this.#at += operator.length
    if (operator === '(' && isNameEnd(this.#word)) {
      this.#word += '('
      this.#end()
      return true
    }
    // The 2 of `2>` is a file descriptor.
    if (operator === '>' && this.#word.length === 1 && this.#word >= '0' && this.#word <= '2') this.#word = ''
    this.#end()
    this.tokens.push({ kind: 'operator', text: operator })
    return true
  }
}

/** Finds the end of a run of characters that can only be part of a word. */
function plainEnd(text: string, from: number): number {
  let end = from
  while (isPlain(text.charCodeAt(end))) end++
  return end
}

/** A digit, a letter, an underscore, or one of `- . / : = @ % + ~`. */
const isPlain = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 45 && code <= 58) || (code >= 64 && code <= 90) || PLAIN.includes(code)

const PLAIN = [...'_=%+~'].map((char) => char.charCodeAt(0))

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\t' || char === '\r'

const isNameEnd = (word: string): boolean => {
  const last = word.charAt(word.length - 1)
  return last === '.' || isNamePart(last)
}

/** True for a backslash that hides a letter (`r\m`), false for one in a Windows path (`C:\Users`). */
const isHiding = (word: string, next: string): boolean => {
  if (word === '') return true
  if (word.charAt(1) === ':' || word.includes('\\') || !isLetter(word.charAt(word.length - 1))) return false
  return next >= 'a'
}

const MAX_NAME = 40

function nameAt(text: string, from: number): string {
  let end = from
  while (isNamePart(text.charAt(end))) end++
  return text.slice(from, end)
}

const operatorAt = (text: string, at: number): string | null =>
  BY_FIRST.get(text.charAt(at))?.find((one) => text.startsWith(one, at)) ?? null
