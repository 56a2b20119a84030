import { byFirstUnit, type Phrase, phrasesOf, type Words } from './in-order.ts'
import type { Role } from './roles.ts'

/** A language as data: everything the reader knows about it. */
export type Language = {
  name: string
  /** Frequent small words that identify it; the other languages here share few of them. */
  marks: string
  /** Returns its words, which the build may have encoded with `inOrder`; called once. */
  entries(): Words | string
  /** Returns the spelling that its words have, for a language with several: Chinese in simplified characters. */
  respell?(unit: string): string
  /** `fixed` if a word's position in its clause shows its function, as in English. */
  order: 'fixed' | 'free'
  /** The position of plans and conditions: before the verb, or in its ending. */
  takesBack: 'before' | 'after'
  /** The position of negation. */
  negates: 'before' | 'anywhere'
}

/** A language ready for lookups. Phrases are made on demand, since most words are never looked up. */
export class Lexicon {
  readonly language: Language
  readonly #entries: Entries
  readonly #phrases = new Map<string, readonly Phrase[]>()

  constructor(language: Language) {
    this.language = language
    const entries = language.entries()
    this.#entries = typeof entries === 'string' ? decoded(entries) : listed(entries)
  }

  /** True if a word or phrase begins with this unit. */
  knows(first: string): boolean {
    return this.#entries.has(first)
  }

  /** The phrases that begin with this unit, the longest first. */
  phrases(first: string): readonly Phrase[] {
    if (!this.knows(first)) return NONE
    const known = this.#phrases.get(first) ?? this.#entries.phrases(first)
    this.#phrases.set(first, known)
    return known
  }
}

const NONE: readonly Phrase[] = []

type Entries = { has(first: string): boolean; phrases(first: string): readonly Phrase[] }

function listed(words: Words): Entries {
  const entries = byFirstUnit(words)
  return { has: (first) => entries.has(first), phrases: (first) => phrasesOf(entries.get(first) ?? []) }
}

function decoded(json: string): Entries {
  const entries: { readonly [first: string]: string } = JSON.parse(json)
  return {
    has: (first) => Object.hasOwn(entries, first),
    phrases: (first) => (entries[first] ?? '').split('|').map(phraseOf),
  }
}

function phraseOf(entry: string): Phrase {
  const [text = '', roles = ''] = entry.split('=')
  return { text, units: text.split(' '), roles: roles.split(',').map(shared) }
}

/** Returns the copy of a role's name that literals share: equal keys are one string in memory, and those compare fastest. */
const shared = (role: string): Role => Object.keys({ [role]: 0 })[0] as Role

const compiled = new Map<Language, Lexicon>()

/** Returns a language's lexicon, which is built on first use. */
export function lexiconOf(language: Language): Lexicon {
  const known = compiled.get(language) ?? new Lexicon(language)
  compiled.set(language, known)
  return known
}
