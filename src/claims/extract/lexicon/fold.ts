import { isAscii } from './properties.ts'

/** Letters from other scripts that look like Latin ones. */
const ALIKE = `а=a е=e о=o р=p с=c у=y х=x і=i ј=j ѕ=s ԁ=d ո=n һ=h ӏ=l в=b к=k м=m н=h т=t ѵ=v ԝ=w ɡ=g ɑ=a ı=i ɩ=i ʟ=l ο=o α=a ε=e ι=i κ=k ν=v ρ=p τ=t
   υ=u χ=x γ=y η=n ω=w β=b ᴅ=d ᴏ=o ɴ=n ᴇ=e ꜰ=f ɪ=i ꜱ=s ᴘ=p ᴀ=a ᴛ=t ʀ=r ᴄ=c ᴍ=m ʜ=h ᴋ=k ᴜ=u ᴠ=v ᴡ=w ʏ=y ᴢ=z ɢ=g ʙ=b ⅼ=l ⅽ=c ⅾ=d ꓓ=d ꓳ=o ꓠ=n ꓰ=e
   ѐ=e ё=e օ=o ս=u հ=h ց=g ք=p զ=q ɛ=e ø=o đ=d ł=l ħ=h ŧ=t`
const DIGITS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}

let byLetter: { readonly [letter: string]: string } | null = null

/** The map from look-alikes to Latin letters; built on the first word that is not plain ASCII. */
function alike(): { readonly [letter: string]: string } {
  const known = byLetter ?? Object.fromEntries(ALIKE.split(/\s+/).map((pair) => pair.split('=')))
  byLetter = known
  return known
}

/** The reverse map, for Latin letters in a Cyrillic word. */
const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aаeеoоpрcсyуxхkкmмtтhнbвiі'].flatMap((char, i, all) => (i % 2 === 0 ? [[char, all[i + 1] ?? '']] : [])),
)

const NONE: readonly string[] = []

/** Returns the possible plain spellings of a disguised word: look-alike letters, stray accents, digits for letters. */
export function foldings(word: string): readonly string[] {
  if (isPlain(word) || hasNoDisguise(word) || !isOdd(word)) return NONE
  if (isAscii(word)) return spellings(word, word)
  if (/[бгджзийлпфцчшщъыьэюя]/.test(word))
    return /[a-z]/.test(word) ? [[...word].map((char) => CYRILLIC[char] ?? char).join('')] : []
  const latin = [...word].map((char) => alike()[char] ?? char).join('')
  return spellings(latin, latin.normalize('NFD').replace(/\p{M}+/gu, ''))
}

/** True for lowercase letters alone. Called for most words, so it uses a loop instead of a pattern. */
function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code < 0x61 || code > 0x7a) return false
  }
  return true
}

/** True for a single ASCII character, and for a word that begins with kana, a Chinese or a Korean character. Most units are. */
function hasNoDisguise(word: string): boolean {
  const code = word.charCodeAt(0)
  if (code < 0x80) return word.length === 1
  return code >= 0x3041 && code <= 0xd7a3 && (code <= 0x30ff || (code >= 0x4e00 && code <= 0x9fff) || code >= 0xac00)
}

/** True if the word could be disguised Latin: it uses only scripts with look-alikes. */
const isOdd = (word: string): boolean =>
  isAscii(word)
    ? /^[A-Za-z\d@$!|']+$/.test(word)
    : /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Lisu}\d@$!|']+$/u.test(word)

function spellings(latin: string, bare: string): readonly string[] {
  if (!/[a-z]/.test(bare)) return NONE
  const spelled = [...bare].map((char) => DIGITS[char] ?? char).join('')
  return [latin, bare, spelled, spelled.replace(/i/g, 'l'), bare.replaceAll('1', 'l').replaceAll('0', 'o')]
}
