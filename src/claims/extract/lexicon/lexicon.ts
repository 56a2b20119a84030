import type { Role } from './roles.ts'
import { unitsOf } from './units.ts'

/** Words by role: separated by spaces, `_` inside a phrase, `{a|b}` for endings. */
type Words = { readonly [role in Role]?: string }

/** A language as data. Everything the reading knows of it stands here. */
export type Language = {
  name: string
  /** Frequent small words that no other language here shares, to know it by. */
  marks: string
  words: Words
  /** Whether the place of a word in its clause says what it does, as in English. */
  order: 'fixed' | 'free'
  /** Where plans and conditions stand: before the verb, or in its ending. */
  takesBack: 'before' | 'after'
  /** Where negation stands. */
  negates: 'before' | 'anywhere'
}

export type Phrase = { text: string; units: readonly string[]; roles: ReadonlySet<Role> }

/**
 * A language made ready for reading. Of most words only the beginning is ever looked at: entries are sorted by their first unit
 * at once, and made into phrases when a text has such a word.
 */
export class Lexicon {
  readonly language: Language
  /** Entries by their first unit, each with a role. */
  readonly #entries = new Map<string, Entry[]>()
  readonly #phrases = new Map<string, readonly Phrase[]>()

  constructor(language: Language) {
    this.language = language
    for (const [role, list] of Object.entries(language.words)) this.#add(list, role as Role)
  }

  /** Whether a word or phrase begins with this unit. */
  knows(first: string): boolean {
    return this.#entries.has(first)
  }

  /** The phrases that begin with this unit, the longest first. */
  phrases(first: string): readonly Phrase[] {
    const entries = this.#entries.get(first)
    if (entries === undefined) return NONE
    const known = this.#phrases.get(first) ?? phrasesOf(entries)
    this.#phrases.set(first, known)
    return known
  }

  #add(list: string, role: Role): void {
    // By single spaces, and not by a pattern: this is most of what a first reading costs.
    for (const word of list.split(' ')) {
      const text = word.endsWith('\n') ? word.slice(0, -1) : word
      if (text === '') continue
      if (text.includes('{')) for (const one of expand(text)) this.#insert(one, role)
      else this.#insert(text, role)
    }
  }

  #insert(text: string, role: Role): void {
    const first = firstOf(text)
    const same = this.#entries.get(first)
    if (same === undefined) this.#entries.set(first, [{ text, role }])
    else same.push({ text, role })
  }
}

type Entry = { text: string; role: Role }
const NONE: readonly Phrase[] = []
const PLAIN = /^[a-z\u00df-\u024f\u0430-\u045f]+$/

/** The unit an entry is found by. */
function firstOf(text: string): string {
  const end = text.indexOf('_')
  const head = end < 0 ? text : text.slice(0, end)
  return PLAIN.test(head) ? head : (unitsOf(head)[0] ?? '')
}

/** Entries with all the roles they are listed under. */
function phrasesOf(entries: readonly Entry[]): Phrase[] {
  const roles = new Map<string, Set<Role>>()
  for (const { text, role } of entries) roles.set(text, (roles.get(text) ?? new Set()).add(role))
  return [...roles]
    .map(([entry, roles]) => {
      const units = unitsOf(entry.replaceAll('_', ' '))
      return { text: units.join(' '), units, roles }
    })
    .sort((a, b) => b.units.length - a.units.length)
}

const compiled = new Map<Language, Lexicon>()

/** The lexicon of a language; made once, when a message first needs it. */
export function lexiconOf(language: Language): Lexicon {
  const known = compiled.get(language) ?? new Lexicon(language)
  compiled.set(language, known)
  return known
}

/** `corrig{é|ée|és}` is three words. */
function expand(entry: string): string[] {
  const open = entry.indexOf('{')
  const close = entry.indexOf('}', open)
  if (open < 0 || close < 0) return [entry]
  const [head, tail] = [entry.slice(0, open), entry.slice(close + 1)]
  return entry
    .slice(open + 1, close)
    .split('|')
    .flatMap((middle) => expand(tail).map((rest) => head + middle + rest))
}
