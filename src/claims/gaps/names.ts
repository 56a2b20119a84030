import { testWord } from '../extract/lexicon/check-words.ts'
import type { GapKind } from '../extract/lexicon/gap-labels.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import { isPlainText, saidAfter } from './about.ts'
import { BOUNDARY } from './clauses.ts'
import { isDenied, type Said } from './denied.ts'

/** Does a text name a test, a file or a command? */

/**
 * True if the text names the thing as a whole, in any case, and says that it is open: "adds" is not named in "loads". `says` is
 * what the text says of the things it names.
 */
export function isNamedIn(text: string, name: string, says: GapKind): boolean {
  const wanted = folded(name)
  if (wanted === '') return false
  const isWord = /^[\p{L}\p{N}]+$/u.test(wanted)
  const said = folded(text)
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    const before = said.slice(Math.max(0, at - NEAR), at)
    const after = said.slice(at + wanted.length, at + wanted.length + NEAR)
    if (isLetter(before.at(-1)) && isLetter(wanted[0])) continue
    if (isLetter(after[0]) && isLetter(wanted.at(-1))) continue
    if (isWord && !isItem(before, after, says)) continue
    if (isThing(before, says) && !isDenied(around(before, after), says)) return true
  }
  return false
}

/** True if nothing before the name makes it part of something else: "a page that mentions test/add.test.js". */
const isThing = (before: string, says: GapKind): boolean =>
  says === 'failing' || BEGINS.test(before) || isPlainText(before.split(BOUNDARY).at(-1) ?? '')

/** The text around a name. */
function around(before: string, after: string): Said {
  const lead = before.split(BOUNDARY).at(-1) ?? ''
  // A remark in brackets ends with them.
  const [rest = '', next = ''] = after.split(BOUNDARY).filter((part, i) => i === 0 || part.trim() !== '')
  const own = lead.split(patternOf(AND, 'iu')).at(-1) ?? ''
  return { clause: `${lead} ${rest}`, itself: `${own} ${saidAfter(rest)}`, after: rest, next }
}
const AND = '\\s(?:and|but|while|und|aber|et|mais|y|pero|e|mas|ma|a|ale|и|но)\\s'

/** Maximum distance that a decision looks from a name. */
const NEAR = 80

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .trim()

/** True for letters of scripts that separate words. */
const isLetter = (char = ' '): boolean =>
  /[\p{L}\p{N}_]/u.test(char) && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(char)

/** A single word may be used as a verb: it is a name where a name can stand. "A section that adds examples" names no test. */
const isItem = (before: string, after: string, says: GapKind): boolean =>
  (BEGINS.test(before) && (says === 'failing' || ENDS.test(after))) ||
  patternOf(`(?:${testWord()})[\\s"'\`「『]*$`).test(before) ||
  patternOf(FAILS_AFTER).test(after) ||
  isOfTests(before, after)

/** "Not run: e2e tests". "It adds tests to the README" goes on about something else. */
function isOfTests(before: string, after: string): boolean {
  const tests = patternOf(`^[\\s-]*(?:${testWord()})`).exec(after)?.[0] ?? ''
  const [lead = '', rest = ''] = [before.split(BOUNDARY).at(-1), after.slice(tests.length).split(BOUNDARY)[0]]
  return tests !== '' && isPlainText(lead) && isPlainText(rest)
}

/** The start of the text or of an item, or an opening quotation mark. */
const BEGINS =
  /(?:^|[,;:/|([（、，；"'`「『]|\s[-–—]|\b(?:and|und|et|y|only|nur|except|but|besides|außer|sauf|excepto|salvo)|[和与と])\s*$/u
/** The end of the text or of an item, or a closing quotation mark. */
const ENDS =
  /^(?:["'`」』]|\s*(?:$|[,;:.!?/|()（）、，；。]|[-–—]\s|(?:and|und|et|y|is|are|was|were|ist|sind|wurde|est|está)\b|[和与と]))/u

/** A word for tests or for failure. */
const FAILS_AFTER = `^["'\`」』]?(?:[\\s-]*(?:test|テスト|测试|테스트|тест)(?!\\p{L})|\\s+(?:still\\s|noch\\s|sigue\\s|仍然|仍|はまだ)?(?:fail|red|broken|schlägt|échoue|falla|失败|失敗))`

/** The title of a test, and its file with and without the folder. The groups between them say too little. */
export function partsOf(name: string): string[] {
  const parts = name.split(/ > |::|: /).map((part) => part.trim())
  const [first = ''] = parts
  const file = /\.\w+$/.test(first) && !first.includes(' ') ? [first, first.split('/').at(-1) ?? ''] : []
  return [parts.at(-1) ?? '', ...file]
}
