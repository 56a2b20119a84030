import { english } from './lexicon/en.ts'
import { BY_SCRIPT, LATIN } from './lexicon/index.ts'
import { type Language, lexiconOf } from './lexicon/lexicon.ts'
import type { Unit } from './scan.ts'

const SAMPLE = 800
const SAMPLE_WORDS = 160
/** A few words of another script are names or loans; more of them are the language of the text. */
const SCRIPT_SHARE = 0.08
/** Small words that show a language; one may be a name. */
const ENOUGH_MARKS = 2

/** Languages by their small words; most are of one language only. */
let marks: ReadonlyMap<string, readonly number[]> | null = null

function marksOf(): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>()
  for (const [i, language] of LATIN.entries())
    for (const word of language.marks.split(/\s+/)) all.set(word, [...(all.get(word) ?? []), i])
  return all
}

/** The language a text is written in: by its script, else by its small words, else null. */
export function languageOf(text: string): Language | null {
  const sample = text.slice(0, SAMPLE)
  return byScript(sample) ?? byMarks(wordsOf(sample))
}

/** The same of a stretch that was cut into units already. */
export const languageOfUnits = (text: string, units: readonly Unit[]): Language | null =>
  byScript(text.slice(0, SAMPLE)) ?? byMarks(wordsIn(units))

const wordsIn = (units: readonly Unit[]): string[] =>
  units.slice(0, SAMPLE_WORDS).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))

/** The words of a text, roughly: enough to know its language by. What is contracted is taken apart. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/n't\b|'(?:ve|s|re|ll|d|m)\b/g, ' ')
    .replaceAll("'", "' ")
    .split(/[\s.,;:!?()*"…]+/)

function byScript(sample: string): Language | null {
  // Latin letters and signs are the rule.
  if (!/[\u0400-\u04ff\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]/.test(sample)) return null
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
  // A small word or two may be a name, or shared; then the other words tell.
  const likely = LATIN.filter((_, i) => (counts[i] ?? 0) > 0)
  if (likely.length < 2) return likely[0] ?? null
  const [first, second] = likely
    .map((language) => ({ language, count: known(language, words) }))
    .toSorted((a, b) => b.count - a.count)
  return first === undefined || first.count === second?.count ? null : first.language
}

/** How many words a language knows. */
const known = (language: Language, words: readonly string[]): number =>
  words.filter((word) => lexiconOf(language).knows(word)).length

/** The language that knows most of the words of a text too short for small words: "Tarea terminada." */
export function guessLanguage(text: string): Language {
  const words = wordsOf(text.slice(0, SAMPLE)).filter((word) => word !== '')
  // Most texts are English: the other lexicons need not be made to know that.
  if (known(english, words) === words.length) return english
  return LATIN.reduce((best, language) => (known(language, words) > known(best, words) ? language : best))
}
