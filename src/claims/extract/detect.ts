import { english } from './lexicon/en.ts'
import { BY_SCRIPT, LATIN } from './lexicon/index.ts'
import { type Language, lexiconOf } from './lexicon/lexicon.ts'
import type { Unit } from './scan.ts'

const SAMPLE = 800
const SAMPLE_WORDS = 160
/** Share of letters in another script above which that script determines the language. Fewer may be names or loanwords. */
const SCRIPT_SHARE = 0.08
/** Minimum number of small words that identify a language; a single one may be a name. */
const ENOUGH_MARKS = 2

/** Maps small words to indexes in `LATIN`; most small words belong to one language only. */
let marks: ReadonlyMap<string, readonly number[]> | null = null

function marksOf(): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>()
  for (const [i, language] of LATIN.entries())
    for (const word of language.marks.split(/\s+/)) all.set(word, [...(all.get(word) ?? []), i])
  return all
}

/** Detects the language by script, else by small words; null if neither decides. */
export function languageOf(text: string): Language | null {
  const sample = text.slice(0, SAMPLE)
  return byScript(sample) ?? byMarks(wordsOf(sample))
}

/** Like `languageOf`, for text that is already split into units. */
export const languageOfUnits = (text: string, units: readonly Unit[]): Language | null =>
  byScript(text.slice(0, SAMPLE)) ?? byMarks(wordsIn(units))

/** The words among the first units. Called for every sentence, so it uses a loop instead of closures. */
function wordsIn(units: readonly Unit[]): string[] {
  const words: string[] = []
  for (let i = 0; i < units.length && i < SAMPLE_WORDS; i++) {
    const unit = units[i]
    if (unit?.kind === 'word') words.push(unit.text)
  }
  return words
}

/** Splits text roughly into words, well enough to detect its language. Contractions are split. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/n't\b|'(?:ve|s|re|ll|d|m)\b/g, ' ')
    .replaceAll("'", "' ")
    .split(/[\s.,;:!?()*"…]+/)

function byScript(sample: string): Language | null {
  // Fast path: most messages contain only Latin letters and signs. The pattern matches letters of other scripts.
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
  const counts = new Array<number>(LATIN.length).fill(0)
  for (const word of words) {
    const found = marks.get(word)
    if (found !== undefined) for (const i of found) counts[i] = (counts[i] ?? 0) + 1
  }
  const most = counts.reduce((best, count) => Math.max(best, count), 0)
  if (most >= ENOUGH_MARKS) return LATIN[counts.indexOf(most)] ?? null
  // A single small word may be a name, or shared between languages; then the other words decide.
  const likely = LATIN.filter((_, i) => (counts[i] ?? 0) > 0)
  if (likely.length < 2) return likely[0] ?? null
  const [first, second] = likely
    .map((language) => ({ language, count: known(language, words) }))
    .toSorted((a, b) => b.count - a.count)
  return first === undefined || first.count === second?.count ? null : first.language
}

/** Counts the words that are in a language's lexicon. */
const known = (language: Language, words: readonly string[]): number =>
  words.filter((word) => lexiconOf(language).knows(word)).length

/** Returns the language whose lexicon contains the most words, for text too short to have small words: "Tarea terminada." */
export function guessLanguage(text: string): Language {
  const words = wordsOf(text.slice(0, SAMPLE)).filter((word) => word !== '')
  // Most messages are English: this avoids building the other lexicons.
  if (known(english, words) === words.length) return english
  return LATIN.reduce((best, language) => (known(language, words) > known(best, words) ? language : best))
}
