import { expect, test } from 'vitest'
import { isInvisible, isMarked, isPicture } from './properties.ts'

/** Characters whose answer differs from what Unicode says. */
const toldOtherwise = (asked: (char: string) => boolean, property: RegExp): string[] => {
  const found: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
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
