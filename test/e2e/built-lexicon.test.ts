import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { english } from '../../src/claims/extract/lexicon/en.ts'
import { signs } from '../../src/claims/extract/lexicon/shared.ts'

/** Words of plain letters, in lookup form. */
const plainPart = (entries: string): string => /"done":"[ -~]*?"/.exec(entries)?.[0] ?? entries

test('the lexicons that every stop needs are prepared at build time', () => {
  const program = readFileSync('dist/stop.cjs', 'latin1')
  expect(plainPart(english.entries())).toMatch(/^"done":"/)
  expect(program).toContain(plainPart(english.entries()))
  // Written as escapes, so without letters of other scripts.
  expect(program).toContain(signs.entries().slice(0, 3).replaceAll('\u2705', '\\u2705'))
  expect(program).toMatch(/^[\0-~]*$/)
})
