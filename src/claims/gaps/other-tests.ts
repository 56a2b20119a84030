import { languageOf } from '../extract/detect.ts'
import { TEST_WORD } from '../extract/lexicon/check-words.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import { ADJECTIVES, ARTICLES, GENERIC_WORDS, PREPOSITIONS, SMALL_WORDS } from '../extract/lexicon/test-descriptions.ts'

/** Does a clause speak of one test, or of the tests in general? */

const QUOTED = `["“„«「『\`'‘]([^"”“»」』\`'’]{1,160})["”“»」』\`'’]`
/** A test file, or a path. */
const FILE = /[\w@.-]+\/[\w@./-]+|[\w-]+\.(?:test|spec)(?:\.\w+)?|\b(?:test_\w+|\w+_test)\.\w+/gu

/**
 * True if the clause names a test or file that is none of these: `the test "multiplies"`, "the login tests". A plain word
 * before "test" is compared only in English, as tests seldom have names in other languages.
 */
export function namesOther(clause: string, names: readonly string[]): boolean {
  const known = new Set(names.flatMap(wordsIn))
  const isKnown = (words: readonly string[]): boolean => words.some((word) => isLike(word, known))
  const exact = [...quotedTests(clause), ...(clause.match(FILE) ?? [])].map(wordsIn).filter((words) => words.length > 0)
  if (exact.length > 0) return !exact.some(isKnown)
  if ((languageOf(clause)?.name ?? 'en') !== 'en') return false
  const described = describedIn(clause)
  return described.length > 0 && !isKnown(described)
}

/** The names in quotation marks beside the word "test". */
function quotedTests(clause: string): string[] {
  const beside = patternOf(
    `(?:${TEST_WORD})\\s*(?:(?:called|named|namens|nommée?|llamad[oa]|for|für|de|of)\\s+)?${QUOTED}|${QUOTED}[\\s-]*(?:${TEST_WORD})`,
    'giu',
  )
  return [...clause.matchAll(beside)].flatMap(([, after, before]) => [after ?? before ?? ''])
}

/** The words that describe a test in English: before it, or after "for", "of", "in" and the like. */
function describedIn(clause: string): string[] {
  const words = clause.toLowerCase().match(/[\p{L}\p{N}_'’-]+/gu) ?? []
  const at = words.findIndex((word) => /^(?:tests?|suites?|specs?|assertions?)$/.test(word))
  if (at < 0) return []
  let before = at - 1
  while (before >= 0 && ADJECTIVES.has(words[before] ?? '')) before--
  const left = words[before] ?? ''
  const own = left === '' || isSmall(left) ? [] : [left]
  const [prep = '', ...rest] = words.slice(at + 1)
  if (!PREPOSITIONS.has(prep)) return own
  const object = rest.filter((word) => !ARTICLES.has(word))
  return isSmall(object[0] ?? 'it') ? own : [...own, ...object.filter((word) => !isSmall(word))]
}

/** True for a word that describes no test: a small word, a number, a verb form. */
const isSmall = (word: string): boolean => SMALL_WORDS.has(word) || /^\d|(?:ing|ed|ly)$|^.$/.test(word)

/** The telling words of a name: "test/login.test.js > logs in" has "login" and "logs". */
const wordsIn = (name: string): string[] =>
  (
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !GENERIC_WORDS.has(word) && (word.length > 2 || !/^[\p{sc=Latn}\p{N}]+$/u.test(word)))

/** True if a word is one of these, or another form of it: "addition" and "adds", "login" and "logins". */
function isLike(word: string, known: ReadonlySet<string>): boolean {
  if (known.has(word)) return true
  return [...known].some((one) => {
    const shorter = Math.min(one.length, word.length)
    let common = 0
    while (common < shorter && one[common] === word[common]) common++
    return common >= 3 && common >= Math.min(shorter - 1, 5)
  })
}
