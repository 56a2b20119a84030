import { once } from '../../../ledger/lazy.ts'

/** Patterns over lists of words. `\b` knows ASCII only, so these have edges of their own. */

const START = '(?<![\\p{L}\\p{N}_])'
export const EDGE = '(?![\\p{L}\\p{N}_])'

/** The source of a pattern that finds any of the words. The list is separated by spaces. */
export const anyOf = (list: string): string => `${START}(?:${list.replace(/\s+/g, '|')})${EDGE}`

/** A pattern that is compiled on first use: most messages need none. */
export type Pattern = Pick<RegExp, 'test'>

export function pattern(source: () => string): Pattern {
  const made = once(() => new RegExp(source(), 'iu'))
  return { test: (text) => made().test(text) }
}

const compiled = new Map<string, RegExp>()

/** Compiles a pattern on first use. */
export function patternOf(source: string, flags = 'iu'): RegExp {
  const key = `${flags} ${source}`
  const known = compiled.get(key) ?? new RegExp(source, flags)
  compiled.set(key, known)
  return known
}
