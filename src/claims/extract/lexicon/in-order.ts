import type { Role } from './roles.ts'
import { unitsOf } from './units.ts'

/** Words by role: separated by spaces, `_` inside a phrase, `{a|b}` for endings. */
export type Words = { readonly [role in Role]?: string }

/**
 * Encodes a language's words for lookup: JSON that maps a first unit to its phrases with their roles, longest first:
 * `{"all":"all done=done,verdict|all=all"}`. For English and for signs this is done at build time: a hook reads a single
 * message, and would otherwise spend most of its time here.
 */
export function inOrder(words: Words): string {
  const found = new Map<string, Map<string, Set<string>>>()
  for (const [role, list] of Object.entries(words))
    for (const word of list
      .split(/\s+/)
      .filter((one) => one !== '')
      .flatMap(expand)) {
      const units = unitsOf(word.replaceAll('_', ' '))
      const phrases = found.get(units[0] ?? '') ?? new Map<string, Set<string>>()
      const text = checked(units.join(' '))
      const roles = (phrases.get(text) ?? new Set()).add(role)
      const implied = IMPLIED[role]
      if (implied !== undefined) roles.add(implied)
      found.set(units[0] ?? '', phrases.set(text, roles))
    }
  return JSON.stringify(Object.fromEntries([...found].map(([unit, phrases]) => [unit, written(phrases)])))
}

/** Phrases that state a gap also negate ("not implemented yet"); a commit is shipped, a remote is a place. */
const IMPLIED: Readonly<Record<string, Role>> = {
  unfinished: 'not',
  unchecked: 'not',
  committed: 'shipped',
  remote: 'place',
}

const written = (phrases: ReadonlyMap<string, ReadonlySet<string>>): string =>
  [...phrases]
    .toSorted(([a], [b]) => lengthOf(b) - lengthOf(a))
    .map(([text, roles]) => `${text}=${[...roles].join(',')}`)
    .join('|')

const lengthOf = (text: string): number => text.split(' ').length

function checked(text: string): string {
  if (/[=|]/.test(text)) throw new Error(`"${text}" cannot be a word: it contains "=" or "|".`)
  return text
}

/** Expands `corrig{é|ée|és}` into three words. */
function expand(entry: string): string[] {
  const open = entry.indexOf('{')
  const close = entry.indexOf('}', open)
  if (open < 0 || close < 0) return [entry]
  const [head, tail] = [entry.slice(0, open), entry.slice(close + 1)]
  return entry
    .slice(open + 1, close)
    .split('|')
    .flatMap((middle) => expand(tail).map((rest) => head + middle + rest))
}
