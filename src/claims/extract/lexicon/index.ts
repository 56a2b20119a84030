import { czech } from './cs.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { korean } from './ko.ts'
import type { Language } from './lexicon.ts'
import { type Pattern, pattern } from './patterns.ts'
import { portuguese } from './pt.ts'
import { russian } from './ru.ts'
import { chinese } from './zh.ts'

/** Languages recognised by their small words. */
export const LATIN: readonly Language[] = [english, german, french, spanish, portuguese, italian, czech]

/** Languages recognised by their script, the most distinctive first. */
export const BY_SCRIPT: readonly (readonly [script: Pattern, language: Language])[] = [
  [pattern(() => '\\p{Script=Hangul}'), korean],
  [pattern(() => '[\\p{Script=Hiragana}\\p{Script=Katakana}]'), japanese],
  [pattern(() => '\\p{Script=Han}'), chinese],
  // Only letters that do not look like Latin ones: the others may be disguised Latin.
  [pattern(() => '[бгджзийлпфцчшщъыьэюя]'), russian],
]
