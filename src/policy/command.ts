import type { Token } from './policy.ts'

/** A command as a list of words, or the reason why it cannot be split into words. */
export type ReadCommand = { ok: true; tokens: string[] } | { ok: false; why: string }

const NO_SHELL = 'commands run without a shell'
const REMEDY = 'Quote it to use it literally, or put the line into a script and run that.'

/** Characters with a special meaning in a shell, outside quotes. */
const SHELL = new Set('|&;<>()`$*?\n')

/** Brace expansion: `{a,b}`, `{1..3}`. */
const BRACES = /,|\.\./

/** Reads a command: one line with shell quoting, or a list of words. */
export function readCommand(command: string | readonly string[]): ReadCommand {
  if (typeof command !== 'string') return usable([...command])
  const split = new Splitter(command).split()
  return split.ok ? usable(split.tokens) : split
}

function usable(tokens: string[]): ReadCommand {
  const [program] = tokens
  if (program === undefined || program === '') return refused('the command is empty. Name a program.')
  if (tokens.some((token) => token.includes('\0')))
    return refused('a command cannot contain a NUL character. Remove it.')
  if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(program))
    return refused(`"${program}" sets a variable. Put it under env: and start the command with a program.`)
  if (slotOf(program) !== null) return refused('a command must start with a program, not with an argument.')
  return { ok: true, tokens }
}

const refused = (why: string): ReadCommand => ({ ok: false, why })

/** Returns the slot's name if a word is a slot (`{target}`), or null. */
export const slotOf = (token: string): string | null => /^\{([a-z][a-z0-9_]*)\}$/.exec(token)?.[1] ?? null

export const toToken = (token: string): Token => {
  const slot = slotOf(token)
  return slot === null ? token : { slot }
}

/** Renders a command as a person would type it. */
export const renderCommand = (tokens: readonly Token[]): string =>
  tokens.map((token) => (typeof token === 'string' ? quoted(token) : `{${token.slot}}`)).join(' ')

const quoted = (word: string): string =>
  /^[\w@%+=:,./{}[\]^!-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** Splits a line into words. */
class Splitter {
  readonly #text: string
  readonly #tokens: string[] = []
  #at = 0
  /** The word being read; null between words, so that '' is a word too. */
  #word: string | null = null
  /** Up to here, no brace is expanded. */
  #plainTo = 0

  constructor(text: string) {
    this.#text = text.trim()
  }

  split(): ReadCommand {
    while (this.#at < this.#text.length) {
      const why = this.#step(this.#text[this.#at] as string)
      if (why !== null) return { ok: false, why }
    }
    this.#end()
    return { ok: true, tokens: this.#tokens }
  }

  #step(char: string): string | null {
    if (char === "'" || char === '"') return this.#quote(char)
    if (char === '\\') return this.#escape()
    this.#at++
    if (char === ' ' || char === '\t') return this.#end()
    if (SHELL.has(char) || (this.#word === null && (char === '#' || char === '~')))
      return `${NO_SHELL}, so ${JSON.stringify(char)} has no effect. ${REMEDY}`
    if (char === '{' && this.#expandsBraces()) return `${NO_SHELL}, so braces are not expanded. ${REMEDY}`
    return this.#add(char)
  }

  #expandsBraces(): boolean {
    if (this.#at < this.#plainTo) return false
    const [rest = ''] = /^\S*/.exec(this.#text.slice(this.#at)) ?? []
    this.#plainTo = this.#at + rest.length
    return BRACES.test(rest)
  }

  #quote(mark: string): string | null {
    const from = this.#at + 1
    let to = from
    while (to < this.#text.length && this.#text[to] !== mark) to += this.#text[to] === '\\' && mark === '"' ? 2 : 1
    if (to >= this.#text.length) return `a ${mark} is never closed. Add the closing quote.`
    this.#at = to + 1
    const inner = this.#text.slice(from, to)
    if (mark === "'") return this.#add(inner)
    if (inner.includes('\\\n')) return 'a line ends with \\. Write the command on one line.'
    if (/[$`]/.test(inner.replace(/\\./gs, '')))
      return `${NO_SHELL}, so "$" and "\`" have no effect. Put them in single quotes to use them literally.`
    return this.#add(inner.replace(/\\(["\\$`])/g, '$1'))
  }

  #escape(): string | null {
    const next = this.#text[this.#at + 1]
    if (next === undefined || next === '\n') return 'a line ends with \\. Write the command on one line.'
    this.#at += 2
    return this.#add(next)
  }

  #add(text: string): null {
    this.#word = (this.#word ?? '') + text
    return null
  }

  #end(): null {
    if (this.#word !== null) this.#tokens.push(this.#word)
    this.#word = null
    return null
  }
}
