import { expect, test } from 'vitest'
import { type CharClass, classAt } from './chars.ts'

const byProperty = (char: string): CharClass => {
  if (/^\s$/.test(char)) return 'space'
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u.test(char)) return 'single'
  if (/^\p{N}$/u.test(char)) return 'digit'
  return /^\p{L}$/u.test(char) ? 'letter' : 'other'
}

/** Characters that are told by their place, and not by what Unicode says of them. */
const toldOtherwise = (from: number, to: number): string[] => {
  const found: string[] = []
  for (let code = from; code <= to; code++) {
    const char = String.fromCodePoint(code)
    if (classAt(char, 0) !== byProperty(char)) found.push(code.toString(16))
  }
  return found
}

test('each character of the basic plane is what Unicode says it is', () => {
  expect(toldOtherwise(0, 0xd7ff)).toEqual([])
  expect(toldOtherwise(0xe000, 0xffff)).toEqual([])
})

test('pictures and enclosed letters are signs, and what stands between them is read', () => {
  expect(toldOtherwise(0x1f000, 0x1fbff)).toEqual([])
})
