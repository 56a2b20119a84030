import { BY_SCRIPT, LATIN } from './lexicon/index.ts'
import { type Language, lexiconOf } from './lexicon/lexicon.ts'

const SAMPLE = 800
/** A few words of another script are names or loans; more of them are the language of the text. */
const SCRIPT_SHARE = 0.08
/** Small words that show a language; one may be a name. */
const ENOUGH_MARKS = 2

const sets = new Map<Language, ReadonlySet<string>>()

/** The small words of a language, as a set; made when first asked for. */
function marksOf(language: Language): ReadonlySet<string> {
  const known = sets.get(language) ?? new Set(language.marks.split(/\s+/))
  sets.set(language, known)
  return known
}

/** The language a text is written in: by its script, else by its small words, else null. */
export function languageOf(text: string): Language | null {
  const sample = text.slice(0, SAMPLE)
  return byScript(sample) ?? byMarks(wordsOf(sample))
}

/** The words of a text, roughly: enough to know its language by. What is contracted is taken apart. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/n't\b|'(?:ve|s|re|ll|d|m)\b/g, ' ')
    .replaceAll("'", "' ")
    .split(/[\s.,;:!?()*"…]+/)

function byScript(sample: string): Language | null {
  // Plain Latin letters are the rule.
  if (!/[\u0370-\uffff]/.test(sample)) return null
  const letters = sample.match(/\p{L}/gu) ?? []
  for (const [script, language] of BY_SCRIPT) {
    const count = letters.filter((letter) => script.test(letter)).length
    if (count > 0 && count > letters.length * SCRIPT_SHARE) return language
  }
  return null
}

function byMarks(words: readonly string[]): Language | null {
  const counts = LATIN.map((language) => {
    const marks = marksOf(language)
    return { language, count: words.filter((word) => marks.has(word)).length }
  })
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most))
  if (best.count >= ENOUGH_MARKS) return best.language
  // A small word or two may be a name, or shared; then the other words tell.
  const likely = counts
    .filter(({ count }) => count > 0)
    .map(({ language }) => ({ language, count: known(language, words) }))
  const [first, second] = likely.toSorted((a, b) => b.count - a.count)
  return first === undefined || first.count === second?.count ? null : first.language
}

/** How many words a language knows. */
const known = (language: Language, words: readonly string[]): number =>
  words.filter((word) => lexiconOf(language).phrases.has(word)).length

/** The language that knows most of the words of a text too short for small words: "Tarea terminada." */
export function guessLanguage(text: string): Language {
  const words = wordsOf(text.slice(0, SAMPLE))
  return LATIN.reduce((best, language) => (known(language, words) > known(best, words) ? language : best))
}
