import { expect, test } from 'vitest'
import { type CharClass, classAt } from './chars.ts'

const byProperty = (char: string): CharClass => {
  if (/^\s$/.test(char)) return 'space'
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u.test(char)) return 'single'
  if (/^\p{N}$/u.test(char)) return 'digit'
  return /^\p{L}$/u.test(char) ? 'letter' : 'other'
}

/** Characters whose class differs from what Unicode says. */
const toldOtherwise = (from: number, to: number): string[] => {
  const found: string[] = []
  for (let code = from; code <= to; code++) {
    const char = String.fromCodePoint(code)
    if (classAt(char, 0) !== byProperty(char)) found.push(code.toString(16))
  }
  return found
}

test('each character of the basic plane has the class that Unicode gives it', () => {
  expect(toldOtherwise(0, 0xd7ff)).toEqual([])
  expect(toldOtherwise(0xe000, 0xffff)).toEqual([])
})

test('pictures and enclosed letters are signs, and characters between them are classified by Unicode', () => {
  expect(toldOtherwise(0x1f000, 0x1fbff)).toEqual([])
})
