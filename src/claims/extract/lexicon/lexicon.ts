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

export type Phrase = { units: readonly string[]; roles: ReadonlySet<Role> }

/** A language made ready for reading. */
export type Lexicon = {
  language: Language
  /** Phrases by their first unit, the longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
}

const compiled = new Map<Language, Lexicon>()

/** The lexicon of a language; made once, when a message first needs it. */
export function lexiconOf(language: Language): Lexicon {
  const known = compiled.get(language)
  if (known !== undefined) return known
  const lexicon = compile(language)
  compiled.set(language, lexicon)
  return lexicon
}

function compile(language: Language): Lexicon {
  const phrases = new Map<string, Phrase[]>()
  for (const [entry, set] of rolesOf(language)) {
    const units = unitsOf(entry.includes('_') ? entry.replaceAll('_', ' ') : entry)
    const [first = ''] = units
    const same = phrases.get(first)
    if (same === undefined) phrases.set(first, [{ units, roles: set }])
    else same.push({ units, roles: set })
  }
  for (const list of phrases.values()) if (list.length > 1) list.sort((a, b) => b.units.length - a.units.length)
  return { language, phrases }
}

/** Every entry with all the roles it is listed under. */
function rolesOf({ words }: Language): Map<string, Set<Role>> {
  const roles = new Map<string, Set<Role>>()
  for (const [role, list] of Object.entries(words)) {
    for (const entry of entriesOf(list)) roles.set(entry, (roles.get(entry) ?? new Set()).add(role as Role))
  }
  return roles
}

const entriesOf = (list: string): string[] =>
  list.split(/\s+/).flatMap((entry) => (entry.includes('{') ? expand(entry) : entry === '' ? [] : [entry]))

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
