import { classAt } from './lexicon/chars.ts'
import { english } from './lexicon/en.ts'
import { foldings } from './lexicon/fold.ts'
import type { Phrase } from './lexicon/in-order.ts'
import { type Language, type Lexicon, lexiconOf } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import { loanwords, signs } from './lexicon/shared.ts'
import { LIMITS } from './limits.ts'
import type { Unit, UnitKind } from './scan.ts'

/** A word or phrase in a sentence, with its roles. Offsets refer to the normalised text. */
export type Token = { kind: UnitKind; text: string; from: number; to: number; roles: readonly Role[] }

/** True if the token has one of these roles. Called many times per word, so it uses a loop instead of a closure. */
export function has(token: Token | undefined, ...roles: readonly Role[]): boolean {
  return token !== undefined && overlap(token.roles, roles)
}

/** True if any token has one of these roles. */
export function some(tokens: readonly Token[], ...roles: readonly Role[]): boolean {
  for (const token of tokens) if (overlap(token.roles, roles)) return true
  return false
}

/** True if two short lists share a role. A word has one to three, so comparing each is faster than a set. */
function overlap(own: readonly Role[], wanted: readonly Role[]): boolean {
  for (let i = 0; i < own.length; i++) {
    const role = own[i]
    for (let j = 0; j < wanted.length; j++) if (role === wanted[j]) return true
  }
  return false
}

/** True if any token before `at` has one of these roles: `some` of a slice, without the copy. */
export function someBefore(tokens: readonly Token[], at: number, ...roles: readonly Role[]): boolean {
  for (let i = 0; i < at; i++) if (has(tokens[i], ...roles)) return true
  return false
}

const NONE: readonly Role[] = []

/** Looks units up in a language, phrases before words, then in loanwords and signs. */
export function tokensOf(written: readonly Unit[], lexicon: Lexicon): Token[] {
  const book = bookOf(lexicon)
  const units = respelled(written, lexicon.language)
  const tokens: Token[] = []
  for (let i = 0; i < units.length; ) {
    const first = units[i]
    if (first === undefined) break
    const phrase = book.find(units, i)
    const last = units[i + (phrase?.units.length ?? 1) - 1] ?? first
    i += phrase?.units.length ?? 1
    const previous = tokens.at(-1)
    if (phrase === null && previous !== undefined && isSame(previous, first)) previous.to = first.to
    else
      tokens.push({
        kind: first.kind,
        text: phrase?.text ?? first.text,
        from: first.from,
        to: last.to,
        roles: phrase?.roles ?? NONE,
      })
  }
  return tokens
}

const respelled = (units: readonly Unit[], { respell }: Language): readonly Unit[] =>
  respell === undefined
    ? units
    : units.map((unit) => (unit.kind === 'word' ? { ...unit, text: respell(unit.text) } : unit))

/** True if the unit continues the token: adjacent unknown characters of a script without spaces form one word. */
const isSame = (token: Token, unit: Unit): boolean =>
  token.roles === NONE &&
  token.to === unit.from &&
  token.kind === 'word' &&
  unit.kind === 'word' &&
  classAt(unit.text, 0) === 'single'

const books = new Map<Lexicon, Book>()

/** Chains a lexicon with loanwords and signs. The English one already contains the loanwords. */
function bookOf(lexicon: Lexicon): Book {
  const others = lexicon.language === english ? [signs] : [loanwords, signs]
  const known = books.get(lexicon) ?? new Book([lexicon, ...others.map(lexiconOf)])
  books.set(lexicon, known)
  return known
}

/** A chain of lexicons with a cache of earlier lookups. */
class Book {
  readonly #lexicons: readonly Lexicon[]
  readonly #found = new Map<string, readonly Phrase[]>()

  constructor(lexicons: readonly Lexicon[]) {
    this.#lexicons = lexicons
  }

  /** The longest phrase that begins here, or null. */
  find(units: readonly Unit[], at: number): Phrase | null {
    const unit = units[at]
    if (unit === undefined || unit.kind === 'code' || unit.kind === 'quote') return null
    const phrase = longest(this.#beginning(unit.text), units, at)
    // In English the first part of a compound is not a word of its own: "done-for-you". Elsewhere it may be: "envoyez-moi".
    const isHalf =
      phrase !== null && this.#lexicons[0]?.language.order === 'fixed' && units[at + phrase.units.length - 1]?.hyphen
    return isHalf ? null : phrase
  }

  #beginning(text: string): readonly Phrase[] {
    const known = this.#found.get(text)
    if (known !== undefined) return known
    const found: Phrase[] = []
    for (const lexicon of this.#lexicons) found.push(...lexicon.phrases(text))
    for (const spelling of foldings(text))
      for (const lexicon of this.#lexicons) found.push(...lexicon.phrases(spelling))
    if (this.#found.size >= LIMITS.remembered) this.#found.clear()
    this.#found.set(text, found)
    return found
  }
}

/** Returns the first phrase that the units spell out, or null. Called for every word, so it uses a loop instead of a closure. */
function longest(phrases: readonly Phrase[], units: readonly Unit[], at: number): Phrase | null {
  for (const phrase of phrases) if (matches(phrase.units, units, at)) return phrase
  return null
}

/** Compares the remaining units; the first is known to match in some spelling. */
function matches(wanted: readonly string[], units: readonly Unit[], at: number): boolean {
  for (let i = 1; i < wanted.length && i < LIMITS.phraseUnits; i++) {
    const unit = units[at + i]
    if (unit === undefined || unit.kind === 'code' || unit.kind === 'quote') return false
    if (unit.text !== wanted[i] && !foldings(unit.text).includes(wanted[i] ?? '')) return false
  }
  return true
}
