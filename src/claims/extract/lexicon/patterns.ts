/** Patterns over lists of words. `\b` knows ASCII only, so these have edges of their own. */

const START = '(?<![\\p{L}\\p{N}_])'
export const EDGE = '(?![\\p{L}\\p{N}_])'

/** The source of a pattern that finds any of the words. The list is separated by spaces. */
export const anyOf = (list: string): string => `${START}(?:${list.replace(/\s+/g, '|')})${EDGE}`

const compiled = new Map<string, RegExp>()

/** Compiles a pattern on first use: most messages need none. */
export function patternOf(source: string, flags = 'iu'): RegExp {
  const key = `${flags} ${source}`
  const known = compiled.get(key) ?? new RegExp(source, flags)
  compiled.set(key, known)
  return known
}
