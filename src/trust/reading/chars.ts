/**
 * Classes of characters. The hook reads every call in a fresh process, where compiling a regular expression costs more than
 * running these loops.
 */

export const isDigit = (char: string): boolean => char >= '0' && char <= '9'

export const isLower = (char: string): boolean => char >= 'a' && char <= 'z'

export const isUpper = (char: string): boolean => char >= 'A' && char <= 'Z'

export const isLetter = (char: string): boolean => isLower(char) || isUpper(char)

/** A letter, a digit or an underscore. */
export const isNamePart = (char: string): boolean => isLetter(char) || isDigit(char) || char === '_'

/** True if every character from `from` to `to` passes; false if there is none. */
export function all(text: string, test: (char: string) => boolean, from = 0, to = text.length): boolean {
  if (from >= to) return false
  for (let i = from; i < to; i++) if (!test(text.charAt(i))) return false
  return true
}
