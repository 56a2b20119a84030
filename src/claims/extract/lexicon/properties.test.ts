import { expect, test } from 'vitest'
import { sampled } from '../../../../test/helpers/flips.ts'
import { isInvisible, isMarked, isPicture } from './properties.ts'

/** Characters whose answer differs from what Unicode says. */
/** The first characters, which include most marks, and a sample of the rest. */
const CODES = Array.from({ length: 0x110000 }, (_, code) => code)
const TRIED = [...CODES.slice(0, 0x3000), ...sampled(CODES.slice(0x3000))]

const toldOtherwise = (asked: (char: string) => boolean, property: RegExp): string[] => {
  const found: string[] = []
  for (const code of TRIED) {
    const char = String.fromCodePoint(code)
    if (asked(char) !== property.test(char)) found.push(code.toString(16))
  }
  return found
}

test('invisible characters, marks and pictures match Unicode', () => {
  expect(toldOtherwise(isInvisible, /\p{Default_Ignorable_Code_Point}/u)).toEqual([])
  expect(toldOtherwise(isMarked, /\p{M}/u)).toEqual([])
  expect(toldOtherwise(isPicture, /\p{Extended_Pictographic}|\p{Emoji_Presentation}/u)).toEqual([])
})

test('finds a mark after a letter', () => {
  expect(isMarked('e\u0301')).toBe(true)
  expect(isMarked('ee')).toBe(false)
})
