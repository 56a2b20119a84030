import { expect, it } from 'vitest'
import { cutMiddle, widthOf } from './width.ts'

it.each([
  ['npm test', 20, 'npm test'],
  ['npm run check -- --all && echo finished', 20, 'npm run che…finished'],
  ['src/a/very/long/path/to/a/file.ts', 20, '…g/path/to/a/file.ts'],
])('keeps both ends of a line, and the end of a path: %s', (text, width, cut) => {
  expect(cutMiddle(text, width)).toBe(cut)
})

it('never cuts a wide character in two', () => {
  for (let width = 3; width < 24; width++)
    expect(widthOf(cutMiddle('測試一下👩‍👩‍👧終わり測試', width))).toBeLessThanOrEqual(width)
})
