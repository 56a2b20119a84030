/**
 * Questions about properties of Unicode. Their patterns are large: each is made at its first use, and only where the character
 * may have the property at all. Most messages are read without one, and a hook reads a single message.
 */

/** Format characters, fillers, selectors of variants. */
const INVISIBLE: readonly (readonly [from: number, to: number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

/** Whether a character has no shape of its own. */
export function isInvisible(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  return INVISIBLE.some(([from, to]) => code >= from && code <= to)
}

let marks: RegExp | null = null

/** Whether there is a mark among these characters. */
export function isMarked(chars: string): boolean {
  if (chars.length === 1 && hasNoMarks(chars.charCodeAt(0))) return false
  marks ??= /\p{M}/u
  return marks.test(chars)
}

/** Latin letters; then punctuation, currencies, arrows, pictures. */
const hasNoMarks = (code: number): boolean =>
  code < 0x300 || (code >= 0x2000 && code < 0x20d0) || (code >= 0x2100 && code < 0x2c00)

let pictures: RegExp | null = null

/** Whether it is a picture. */
export function isPicture(char: string): boolean {
  const code = char.charCodeAt(0)
  if (code < 0xa9 || (code >= 0x2010 && code < 0x2028)) return false
  pictures ??= /\p{Extended_Pictographic}|\p{Emoji_Presentation}/u
  return pictures.test(char)
}

/** Whether there is nothing but ASCII. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
