import { anyCheck, testsApartIn } from '../extract/lexicon/check-words.ts'
import type { GapKind } from '../extract/lexicon/gap-labels.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import {
  ARTICLES,
  atPlace,
  beginsReason,
  OBJECT_PREPOSITIONS,
  PLAIN_WORDS,
  plainFragments,
  verbs,
} from '../extract/lexicon/test-descriptions.ts'
import { well } from '../extract/lexicon/well.ts'

/**
 * Is a check what a clause speaks of? A clause may contain the word "checks" and speak of a page. So every word besides the one
 * for the check has to be one that fits any check, or describe a test that fails.
 */

/** Stands for the word for the check. */
const CHECK = '§'

/** Words beside the word for a check: "login" in "the login tests", "dates" in "tests for dates". */
export type Description = { left: readonly string[]; right: readonly string[]; how: 'direct' | 'prepositional' }

/** True if the item speaks of what the pattern finds. `describes` tells if the words beside it describe what fails. */
export function isAbout(item: string, source: string, describes: (description: Description) => boolean): boolean {
  const words = wordsOf(item, source)
  const at = words.indexOf(CHECK)
  if (at < 0) return false
  const strange = words.filter((word) => !isPlain(word)).length
  if (strange === 0) return true
  const description = describedAt(words, at)
  return description.left.length + description.right.length === strange && describes(description)
}

/** True if the text says nothing but that checks ran, failed and the like. */
export const isPlainText = (text: string): boolean => wordsOf(text, anyCheck()).every(isPlain)

/** The words of a text. The words for the check are one word; places and reasons are left out. */
function wordsOf(text: string, source: string): string[] {
  const marked = text
    .toLowerCase()
    .replace(patternOf(source, 'giu'), ` ${CHECK} `)
    .replace(patternOf(atPlace(), 'giu'), ' ')
  const first = marked.indexOf(CHECK)
  const reason = first < 0 ? -1 : marked.slice(first).search(patternOf(beginsReason()))
  const said = (reason < 0 ? marked : marked.slice(0, first + reason)).replace(patternOf(UNSPACED, 'gu'), plainly)
  return said.match(/[\p{L}\p{N}_]+|§/gu) ?? []
}

/** A run of characters of a script without spaces. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー]+'
const plainly = (run: string): string => ` ${run.replace(patternOf(plainFragments(), 'gu'), ' ')} `

const isPlain = (word: string): boolean => word === CHECK || /^\d/.test(word) || PLAIN_WORDS.has(word)

/** The words that describe the check: directly before or after it, or after "for", "of" and the like. */
function describedAt(words: readonly string[], at: number): Description {
  let from = at
  while (from > 0 && !isPlain(words[from - 1] ?? '')) from--
  let to = at + 1
  while (words[to] === CHECK || PLAIN_NOUNS.test(words[to] ?? '')) to++
  const rest = words.slice(to)
  const left = words.slice(from, at)
  const how = OBJECT_PREPOSITIONS.has(rest[0] ?? '') ? 'prepositional' : 'direct'
  // "The adds test data" speaks of data.
  const right = how === 'direct' && left.length > 0 ? [] : rest.filter((word) => !isPlain(word))
  return { left, right, how }
}
const PLAIN_NOUNS = /^(?:suites?|runs?|cases?|failures?|errors?)$/

/**
 * The items of a stretch of clauses that may speak of a check, each with what its clause goes on to say of it: "the lint and the
 * tests fail" says that the lint fails. Items that may be parts of something else are left out.
 */
export function itemsOf(clauses: readonly string[], kind: GapKind): Item[] {
  const parts = clauses.map((clause) =>
    clause
      .split(patternOf(LIST, 'iu'))
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  const isShared = isSharedBy(parts.at(-1) ?? [])
  const items: Item[] = []
  let isList = !isShared
  for (const [at, own] of parts.entries()) {
    const said = saidOf(own)
    for (const [i, item] of own.entries()) {
      if (isList || isSentence(item))
        items.push({ item, said: said[i] ?? item, clause: clauses[at] ?? '', next: clauses[at + 1] ?? '' })
      isList &&= isThing(item, kind)
    }
  }
  return items
}

/** An item, what is said of it, its clause, and the clause after that. */
export type Item = { item: string; said: string; clause: string; next: string }

/** True if the last word of a list may belong to all of it: "the CI and checks page". */
function isSharedBy(parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && !isThing(last, 'unfinished') && testsApartIn(last).length === 0 && !isSentence(last)
}

/** The words that a list adds about each of its things: up to the first part with a verb. */
function saidOf(parts: readonly string[]): string[] {
  const said: string[] = []
  let verb: string | null = null
  for (const part of parts.toReversed()) {
    if (isSentence(part)) verb = part
    said.unshift(verb === null || verb === part ? part : `${part} ${verb}`)
  }
  return said
}

/** The words right after a name in a clause. */
export const saidAfter = (text: string): string => saidOf(text.split(patternOf(LIST, 'iu')))[0] ?? text

const isSentence = (text: string): boolean => patternOf(verbs()).test(text) || patternOf(well()).test(text)

const LIST =
  '\\s*[、/&+]\\s*|\\s(?:and|or|but|while|whereas|although|und|oder|sowie|aber|et|ou|mais|y|e|pero|mas|ed|ma|nebo|ale|и|или|но)\\s|[和与及]|以及|または|および|그리고|및'

/**
 * True for a thing of its own: one word, a thing with an article, or a check. "Docs for the linter" may go on with "and tests", and
 * so may the order "describe lint".
 */
function isThing(text: string, kind: GapKind): boolean {
  const words = wordsOf(text, anyCheck())
  if (words.every(isPlain)) return true
  if (words.length > 3 || words.slice(1).some((word) => OBJECT_PREPOSITIONS.has(word))) return false
  return kind !== 'unfinished' || words.length === 1 || ARTICLES.has(words[0] ?? '')
}
