import type { Role } from './roles.ts'

/** A language as data. Everything the reading knows of it stands here. */
export type Language = {
  name: string
  /** Frequent small words that no other language here shares, to know it by. */
  marks: string
  /** Its words, as `inOrder` writes them; asked once. */
  entries(): string
  /** Whether the place of a word in its clause says what it does, as in English. */
  order: 'fixed' | 'free'
  /** Where plans and conditions stand: before the verb, or in its ending. */
  takesBack: 'before' | 'after'
  /** Where negation stands. */
  negates: 'before' | 'anywhere'
}

export type Phrase = { text: string; units: readonly string[]; roles: ReadonlySet<Role> }

/** A language made ready for reading: of most words only the beginning is ever looked at. */
export class Lexicon {
  readonly language: Language
  readonly #entries: { readonly [first: string]: string }
  readonly #phrases = new Map<string, readonly Phrase[]>()

  constructor(language: Language) {
    this.language = language
    this.#entries = JSON.parse(language.entries())
  }

  /** Whether a word or phrase begins with this unit. */
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
  return { text, units: text.split(' '), roles: new Set(roles.split(',') as Role[]) }
}

const compiled = new Map<Language, Lexicon>()

/** The lexicon of a language; made once, when a message first needs it. */
export function lexiconOf(language: Language): Lexicon {
  const known = compiled.get(language) ?? new Lexicon(language)
  compiled.set(language, known)
  return known
}
