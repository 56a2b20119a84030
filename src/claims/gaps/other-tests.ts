import { testWord } from '../extract/lexicon/check-words.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import { GENERIC_WORDS } from '../extract/lexicon/test-descriptions.ts'
import type { Description } from './about.ts'

/** Does a clause speak of one test, or of the tests in general? */

const QUOTED = `["“„«「『\`'‘]([^"”“»」』\`'’]{1,160})["”“»」』\`'’]`
/** A test file, or a path. */
const FILE = /(?<![\w@.-])[\w@.-]+\/[\w@./-]+|(?<![\w-])[\w-]+\.(?:test|spec)(?:\.\w+)?|\b(?:test_\w+|\w+_test)\.\w+/gu

/** Does the clause name a test or file exactly: one of these, another, or none? `the test "multiplies"`, "test/add.test.js". */
export function exactlyNamed(clause: string, names: readonly string[]): 'one' | 'other' | 'none' {
  const exact = [...quotedTests(clause), ...(clause.match(FILE) ?? [])].map(wordsIn).filter((words) => words.length > 0)
  if (exact.length === 0) return 'none'
  const known = names.flatMap(wordsIn)
  return exact.some((words) => words.some((word) => isLike(word, known))) ? 'one' : 'other'
}

/** True if the description is that of a test with one of these names: "the login tests", "the test for logins". */
export function describesOne({ left, right, how }: Description, names: readonly string[]): boolean {
  const known = names.flatMap(wordsIn)
  // "The test data for adds" speaks of data.
  if (how === 'direct' && right.length > 0) return isLike(right[0] ?? '', known)
  return [...left, ...right].some((word) => isLike(word, known))
}

/** The names in quotation marks beside the word "test". */
function quotedTests(clause: string): string[] {
  const beside = patternOf(
    `(?:${testWord()})\\s*(?:(?:called|named|namens|nommée?|llamad[oa]|for|für|de|of)\\s+)?${QUOTED}|${QUOTED}[\\s-]*(?:${testWord()})`,
    'giu',
  )
  return [...clause.matchAll(beside)].flatMap(([, after, before]) => [after ?? before ?? ''])
}

/** The telling words of a name: "test/login.test.js > logs in" has "login" and "logs". */
const wordsIn = (name: string): string[] =>
  (
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !GENERIC_WORDS.has(word) && (word.length > 2 || !/^[\p{sc=Latn}\p{N}]+$/u.test(word)))

/** True if a word is one of these, or another form of it: "addition" and "adds", "login" and "logins". */
function isLike(word: string, known: readonly string[]): boolean {
  return known.some((one) => {
    if (one === word || stemOf(one) === stemOf(word)) return true
    let common = 0
    while (common < one.length && one[common] === word[common]) common++
    return common >= 5 && common >= Math.min(one.length, word.length) - 1
  })
}

const stemOf = (word: string): string => word.replace(/(?<=.{3})(?:itions?|ations?|ions?|ings?|ers?|ed|es|s|e)$/u, '')
