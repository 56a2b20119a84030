import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { english } from '../../src/claims/extract/lexicon/en.ts'
import type { Language } from '../../src/claims/extract/lexicon/lexicon.ts'
import { signs } from '../../src/claims/extract/lexicon/shared.ts'

/** Words of plain letters, in lookup form. */
const plainPart = (entries: string): string => /"done":"[ -~]*?"/.exec(entries)?.[0] ?? entries

const encoded = (language: Language): string => String(language.entries())

test('the lexicons that every stop needs are prepared at build time', () => {
  const program = readFileSync('dist/stop.cjs', 'latin1')
  expect(plainPart(encoded(english))).toMatch(/^"done":"/)
  expect(program).toContain(plainPart(encoded(english)))
  // Written as escapes, so without letters of other scripts.
  expect(program).toContain(encoded(signs).slice(0, 3).replaceAll('\u2705', '\\u2705'))
  expect(program).toMatch(/^[\0-~]*$/)
})
