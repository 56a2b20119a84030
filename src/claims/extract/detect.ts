import { english } from './lexicon/en.ts'
import { BY_SCRIPT, LATIN } from './lexicon/index.ts'
import { type Language, lexiconOf } from './lexicon/lexicon.ts'
import type { Unit } from './scan.ts'

const SAMPLE = 800
const SAMPLE_WORDS = 160
/** A few words in another script are names or loanwords; above this share they are the text's language. */
const SCRIPT_SHARE = 0.08
/** Number of small words that identify a language; a single one may be a name. */
const ENOUGH_MARKS = 2

/** Languages by their small words; most small words belong to one language only. */
let marks: ReadonlyMap<string, readonly number[]> | null = null

function marksOf(): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>()
  for (const [i, language] of LATIN.entries())
    for (const word of language.marks.split(/\s+/)) all.set(word, [...(all.get(word) ?? []), i])
  return all
}

/** The language of a text: by its script, else by its small words, else null. */
export function languageOf(text: string): Language | null {
  const sample = text.slice(0, SAMPLE)
  return byScript(sample) ?? byMarks(wordsOf(sample))
}

/** The same for a stretch that is already cut into units. */
export const languageOfUnits = (text: string, units: readonly Unit[]): Language | null =>
  byScript(text.slice(0, SAMPLE)) ?? byMarks(wordsIn(units))

const wordsIn = (units: readonly Unit[]): string[] =>
  units.slice(0, SAMPLE_WORDS).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))

/** Splits a text roughly into words, enough to detect its language. Contractions are split. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/n't\b|'(?:ve|s|re|ll|d|m)\b/g, ' ')
    .replaceAll("'", "' ")
    .split(/[\s.,;:!?()*"…]+/)

function byScript(sample: string): Language | null {
  // Fast path: most texts have only Latin letters and signs. These are the letters of other scripts.
  if (!/[\u0370-\u1dff\u1f00-\u1fff\u2c00-\ud7ff]/.test(sample)) return null
  const letters = sample.match(/\p{L}/gu) ?? []
  for (const [script, language] of BY_SCRIPT) {
    const count = letters.filter((letter) => script.test(letter)).length
    if (count > 0 && count > letters.length * SCRIPT_SHARE) return language
  }
  return null
}

function byMarks(words: readonly string[]): Language | null {
  marks ??= marksOf()
  const counts = LATIN.map(() => 0)
  for (const word of words) for (const i of marks.get(word) ?? []) counts[i] = (counts[i] ?? 0) + 1
  const most = Math.max(...counts)
  if (most >= ENOUGH_MARKS) return LATIN[counts.indexOf(most)] ?? null
  // One or two small words may be names or shared between languages; then the other words decide.
  const likely = LATIN.filter((_, i) => (counts[i] ?? 0) > 0)
  if (likely.length < 2) return likely[0] ?? null
  const [first, second] = likely
    .map((language) => ({ language, count: known(language, words) }))
    .toSorted((a, b) => b.count - a.count)
  return first === undefined || first.count === second?.count ? null : first.language
}

/** Counts the words that a language knows. */
const known = (language: Language, words: readonly string[]): number =>
  words.filter((word) => lexiconOf(language).knows(word)).length

/** The language that knows most words of a text too short to contain small words: "Tarea terminada." */
export function guessLanguage(text: string): Language {
  const words = wordsOf(text.slice(0, SAMPLE)).filter((word) => word !== '')
  // Most texts are English: this avoids building the other lexicons.
  if (known(english, words) === words.length) return english
  return LATIN.reduce((best, language) => (known(language, words) > known(best, words) ? language : best))
}
