import type { Role } from './roles.ts'
import { unitsOf } from './units.ts'

/** Words by role: separated by spaces, `_` inside a phrase, `{a|b}` for endings. */
export type Words = { readonly [role in Role]?: string }

export type Phrase = { text: string; units: readonly string[]; roles: readonly Role[] }

/** Words in their written form, each after its role. */
type Listed = (readonly [role: Role, word: string])[]

/**
 * Groups words by first unit. It expands a word only until that unit is known: a language has thousands of phrases, and a hook
 * reads a single message.
 */
export function byFirstUnit(words: Words): ReadonlyMap<string, Listed> {
  const found = new Map<string, Listed>()
  for (const [role, list] of Object.entries(words) as [Role, string][])
    for (const word of list.split(/\s+/)) if (word !== '') addTo(found, role, word)
  return found
}

function addTo(found: Map<string, Listed>, role: Role, word: string): void {
  const first = firstUnitOf(word)
  if (first === null) {
    for (const longer of expandOnce(word)) addTo(found, role, longer)
    return
  }
  const listed = found.get(first)
  if (listed === undefined) found.set(first, [[role, word]])
  else listed.push([role, word])
}

/** Returns the first unit of a word in its written form; null if it depends on an ending. */
function firstUnitOf(word: string): string | null {
  const open = word.indexOf('{')
  if (open === 0) return null
  if (isSingle(word)) return word[0] ?? ''
  const space = word.indexOf('_')
  if (open < 0 || (space > 0 && space < open)) return unitsOf(space > 0 ? word.slice(0, space) : word)[0] ?? ''
  return null
}

/** True for a word that begins with a character that is a unit of its own: kana, Chinese and Korean. */
const isSingle = (word: string): boolean => {
  const code = word.charCodeAt(0)
  return code >= 0x3041 && code <= 0xd7a3
}

/** Expands words with the same first unit into phrases, the longest first. Phrases listed under several roles have them all. */
export function phrasesOf(listed: Listed): Phrase[] {
  const phrases = new Map<string, Phrase & { roles: Role[] }>()
  for (const [role, word] of listed)
    for (const one of expand(word)) {
      const units = unitsOf(one.replaceAll('_', ' '))
      const text = units.join(' ')
      const phrase = phrases.get(text) ?? { text, units, roles: [] }
      phrases.set(text, phrase)
      for (const meant of [role, IMPLIED[role]])
        if (meant !== undefined && !phrase.roles.includes(meant)) phrase.roles.push(meant)
    }
  return [...phrases.values()].sort((a, b) => b.units.length - a.units.length)
}

/** Phrases that state a gap also negate ("not implemented yet"); a commit is shipped, a remote is a place. */
const IMPLIED: { readonly [role in Role]?: Role } = {
  unfinished: 'not',
  unchecked: 'not',
  committed: 'shipped',
  remote: 'place',
}

/**
 * Encodes words for lookup as JSON: `{"all":"all done=done,verdict|all=all"}`. English words and signs are encoded at build
 * time, since every message needs them.
 */
export const inOrder = (words: Words): string =>
  JSON.stringify(
    Object.fromEntries([...byFirstUnit(words)].map(([first, listed]) => [first, written(phrasesOf(listed))])),
  )

const written = (phrases: readonly Phrase[]): string =>
  phrases.map(({ text, roles }) => `${checked(text)}=${roles.join(',')}`).join('|')

function checked(text: string): string {
  if (/[=|]/.test(text)) throw new Error(`"${text}" cannot be a word: it contains "=" or "|".`)
  return text
}

/** Expands `corrig{é|ée|és}` into three words. */
const expand = (word: string): string[] => (word.includes('{') ? expandOnce(word).flatMap(expand) : [word])

/** Expands the first ending. */
function expandOnce(word: string): string[] {
  const open = word.indexOf('{')
  const close = word.indexOf('}', open)
  if (open < 0 || close < 0) return [word]
  const [head, tail] = [word.slice(0, open), word.slice(close + 1)]
  return word
    .slice(open + 1, close)
    .split('|')
    .map((middle) => head + middle + tail)
}
