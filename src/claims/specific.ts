import { patternOf, TEST_WORD } from './check-words.ts'
import { languageOf } from './extract/detect.ts'

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

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

const ARTICLES = set('the a an this that these those my our your its their new old')
const PREPOSITIONS = set('for of in on with against around from about covering')
const ADJECTIVES = set(
  `unit failing failed broken red new old existing remaining other whole full entire automated regression affected related same last first
  second final flaky python node npm jest vitest pytest mocha go cargo rust javascript typescript js ts local project's current original own
  test single`,
)
const SMALL = set(
  `the a an this that these those my our your its their some any all each every both no none not of to and or but i we it they them is are was were be been
  has have had do does did can could cannot couldn't didn't haven't can't the one two three four five six seven eight nine ten several many few
  most more another which what run runs ran rerun re-run execute get make see let for in on at with without by from as so than then yet
  still only just even also now here there today time lack reasons want which ci repo repository project suite machine sandbox environment
  die der das den dem ein eine einen le la les un une des du ces el los las una unos unas il gli i o os as um uma file files folder directory package workspace branch place terminal shell session turn tree module check checks result results still again fails fail`,
)

/** True for a word that describes no test: a small word, a number, a verb form. */
const isSmall = (word: string): boolean => SMALL.has(word) || /^\d|(?:ing|ed|ly)$|^.$/.test(word)

/** The telling words of a name: "test/login.test.js > logs in" has "login" and "logs". */
const wordsIn = (name: string): string[] =>
  (
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !GENERIC.has(word) && (word.length > 2 || !/^[\p{sc=Latn}\p{N}]+$/u.test(word)))

const GENERIC = set(
  'test tests spec specs src lib the and should for with that are not its mjs cjs tsx jsx json suite unit',
)

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
