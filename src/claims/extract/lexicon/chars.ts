/** The class of a character: part of a word, a word of its own (scripts without spaces), white space, or a sign. */
export type CharClass = 'letter' | 'digit' | 'single' | 'space' | 'other'

/** Text that begins with a Chinese, Japanese or Korean character; the second leaves out Korean, which has spaces. */
export const CJK = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/
export const HAN_OR_KANA = /^[\u3040-\u30ff\u4e00-\u9fff]/

const NAMES: readonly CharClass[] = ['other', 'letter', 'digit', 'single', 'space']
const OTHER = 0
const LETTER = 1
const DIGIT = 2
const SINGLE = 3
const SPACE = 4
const UNKNOWN = 255
/** Caches each character's class: property patterns are slow, and messages are long. */
const classes = new Uint8Array(0x10000).fill(UNKNOWN)

/** The class of the character at `at`. */
export function classAt(text: string, at: number): CharClass {
  const code = text.charCodeAt(at)
  if (code >= 0xd800 && code <= 0xdfff) return NAMES[classify(text.slice(at, at + 2))] ?? 'other'
  if (classes[code] === UNKNOWN) classes[code] = classify(text[at] ?? '')
  return NAMES[classes[code] ?? 0] ?? 'other'
}

function classify(char: string): number {
  const code = char.charCodeAt(0)
  if (code < 0x80) return classifyPlain(code)
  if (isSymbol(code, char.charCodeAt(1))) return OTHER
  for (const [from, to, known] of RANGES) if (code >= from && code <= to) return known
  return classifyByProperty(char)
}

/** Ranges of most non-ASCII letters. They avoid compiling a property pattern. */
const RANGES: readonly (readonly [from: number, to: number, known: number])[] = [
  [0xc0, 0xd6, LETTER],
  [0xd8, 0xf6, LETTER],
  [0xf8, 0x24f, LETTER],
  [0x400, 0x481, LETTER],
  [0x3041, 0x3096, SINGLE],
  [0x30a1, 0x30fa, SINGLE],
  [0x4e00, 0x9fff, SINGLE],
  [0xac00, 0xd7a3, SINGLE],
]

/** Classifies by Unicode property. */
function classifyByProperty(char: string): number {
  if (/^\s$/.test(char)) return SPACE
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u.test(char)) return SINGLE
  if (/^\p{N}$/u.test(char)) return DIGIT
  return /^\p{L}$/u.test(char) ? LETTER : OTHER
}

/** Classifies ASCII without patterns; most messages need nothing else. */
function classifyPlain(code: number): number {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return SPACE
  if (code >= 0x30 && code <= 0x39) return DIGIT
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x7a ? LETTER : OTHER
}

/** True for dashes, quotes, arrows, ticks, boxes and pictures: ranges without letters or digits. */
const isSymbol = (code: number, second: number): boolean =>
  (code >= 0x2010 && code < 0x2028) ||
  (code >= 0x2190 && code < 0x2460) ||
  (code >= 0x2500 && code < 0x2776) ||
  (code >= 0x3001 && code < 0x3004) ||
  (code === 0xd83c && second >= 0xdd8e && second < 0xde00) ||
  (code === 0xd83c && second >= 0xdf00) ||
  code === 0xd83d ||
  (code === 0xd83e && second < 0xdff0)
