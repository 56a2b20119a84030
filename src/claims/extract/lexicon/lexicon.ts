import type { Role } from './roles.ts'

/** A language as data: everything the reader knows about it. */
export type Language = {
  name: string
  /** Frequent small words that identify it; the other languages here share few of them. */
  marks: string
  /** Returns its words in `inOrder` format; called once. */
  entries(): string
  /** `fixed` if a word's position in its clause shows its function, as in English. */
  order: 'fixed' | 'free'
  /** The position of plans and conditions: before the verb, or in its ending. */
  takesBack: 'before' | 'after'
  /** The position of negation. */
  negates: 'before' | 'anywhere'
}

export type Phrase = { text: string; units: readonly string[]; roles: readonly Role[] }

/** A language ready for lookups. Phrases are parsed on demand, since most words are never looked up. */
export class Lexicon {
  readonly language: Language
  readonly #entries: { readonly [first: string]: string }
  readonly #phrases = new Map<string, readonly Phrase[]>()

  constructor(language: Language) {
    this.language = language
    this.#entries = JSON.parse(language.entries())
  }

  /** True if a word or phrase begins with this unit. */
  knows(first: string): boolean {
    return Object.hasOwn(this.#entries, first)
  }

  /** The phrases that begin with this unit, the longest first. */
  phrases(first: string): readonly Phrase[] {
    if (!this.knows(first)) return NONE
    const known = this.#phrases.get(first) ?? (this.#entries[first] ?? '').split('|').map(phraseOf)
    this.#phrases.set(first, known)
    return known
  }
}

const NONE: readonly Phrase[] = []

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
