/**
 * Tests for Unicode properties. Their patterns are large, so each is compiled on first use, and only if the character can have
 * the property at all. Most messages need none of them, and a hook reads a single message.
 */

/** Format characters, fillers, variation selectors. */
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

/** True if the character has no visible shape. */
export function isInvisible(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  return INVISIBLE.some(([from, to]) => code >= from && code <= to)
}

let marks: RegExp | null = null

/** True if one of these characters is a combining mark. */
export function isMarked(chars: string): boolean {
  if (chars.length === 1 && hasNoMarks(chars.charCodeAt(0))) return false
  marks ??= /\p{M}/u
  return marks.test(chars)
}

/** True for Latin letters, punctuation, currency signs, arrows and pictographs. */
const hasNoMarks = (code: number): boolean =>
  code < 0x300 || (code >= 0x2000 && code < 0x20d0) || (code >= 0x2100 && code < 0x2c00)

let pictures: RegExp | null = null

/** True if the character is an emoji or pictograph. */
export function isPicture(char: string): boolean {
  const code = char.charCodeAt(0)
  if (code < 0xa9 || (code >= 0x2010 && code < 0x2028)) return false
  pictures ??= /\p{Extended_Pictographic}|\p{Emoji_Presentation}/u
  return pictures.test(char)
}

/** True if the text is pure ASCII. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
