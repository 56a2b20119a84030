import { TEST_WORD } from '../extract/lexicon/check-words.ts'
import type { GapKind } from '../extract/lexicon/gap-labels.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'

/** Does a text name a test, a file or a command? */

/**
 * True if the text contains the name as a whole, in any case: "adds" is not named in "loads". `says` is what the text says of
 * the things it names.
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
    if (!isWord || isItem(before, after, says)) return true
  }
  return false
}

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
  patternOf(`(?:${TEST_WORD})[\\s"'\`「『]*$`).test(before) ||
  patternOf(FAILS_AFTER).test(after)

/** The start of the text or of an item, or an opening quotation mark. */
const BEGINS =
  /(?:^|[,;:/|(（、，；"'`「『]|\s[-–—]|\b(?:and|und|et|y|only|nur|except|but|besides|außer|sauf|excepto|salvo)|[和与と])\s*$/u
/** The end of the text or of an item, or a closing quotation mark. */
const ENDS =
  /^(?:["'`」』]|\s*(?:$|[,;:.!?/|()（）、，；。]|[-–—]\s|(?:and|und|et|y|is|are|ist|sind|est|está)\b|[和与と]))/u

/** A word for tests or for failure. */
const FAILS_AFTER = `^["'\`」』]?(?:[\\s-]*(?:${TEST_WORD})|\\s+(?:still\\s|noch\\s|sigue\\s|仍然|仍|はまだ)?(?:fail|red|broken|schlägt|échoue|falla|失败|失敗))`

/** The title of a test, and its file with and without the folder. The groups between them say too little. */
export function partsOf(name: string): string[] {
  const parts = name.split(/ > |::|: /).map((part) => part.trim())
  const [first = ''] = parts
  const file = /\.\w+$/.test(first) && !first.includes(' ') ? [first, first.split('/').at(-1) ?? ''] : []
  return [parts.at(-1) ?? '', ...file]
}
