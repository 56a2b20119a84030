/** What a character is for reading: part of a word, a word of its own (scripts without spaces), white space, or a sign. */
export type CharClass = 'letter' | 'digit' | 'single' | 'space' | 'other'

const NAMES: readonly CharClass[] = ['other', 'letter', 'digit', 'single', 'space']
const SINGLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u
const UNKNOWN = 255
/** Asked once for each character; property classes are slow, and texts are long. */
const classes = new Uint8Array(0x10000).fill(UNKNOWN)

/** The class of the character that begins here. */
export function classAt(text: string, at: number): CharClass {
  const code = text.charCodeAt(at)
  if (code >= 0xd800 && code <= 0xdfff) return NAMES[classify(text.slice(at, at + 2))] ?? 'other'
  if (classes[code] === UNKNOWN) classes[code] = classify(text[at] ?? '')
  return NAMES[classes[code] ?? 0] ?? 'other'
}

function classify(char: string): number {
  const code = char.charCodeAt(0)
  if (code < 0x80) return classifyPlain(code)
  if (isSymbol(code, char.charCodeAt(1))) return 0
  if (/^\s$/.test(char)) return 4
  if (SINGLE.test(char)) return 3
  if (/^\p{N}$/u.test(char)) return 2
  return /^\p{L}$/u.test(char) ? 1 : 0
}

/** Without patterns: most texts need no others. */
function classifyPlain(code: number): number {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return 4
  if (code >= 0x30 && code <= 0x39) return 2
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x7a ? 1 : 0
}

/** Arrows, ticks, boxes and pictures: where no letter or digit stands. */
const isSymbol = (code: number, second: number): boolean =>
  (code >= 0x2190 && code < 0x2460) ||
  (code >= 0x2500 && code < 0x2776) ||
  (code === 0xd83c && second >= 0xdf00) ||
  code === 0xd83d ||
  code === 0xd83e
