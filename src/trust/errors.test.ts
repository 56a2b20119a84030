import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TRUST_ERRORS, TrustError } from './errors.ts'

it('every code is listed once in docs/errors.md, with a meaning and a remedy', () => {
  const section = readFileSync('docs/errors.md', 'utf8')
    .split(/^## /m)
    .find((one) => one.startsWith('Risk scores\n'))
  const rows = section?.split('\n').filter((line) => line.startsWith('| `')) ?? []
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells.map(([code]) => code)).toEqual(Object.keys(TRUST_ERRORS).map((code) => `\`${code}\``))
  for (const [, meaning = '', remedy = ''] of cells) expect(Math.min(meaning.length, remedy.length)).toBeGreaterThan(20)
})

it('an error carries its code, its message and its cause', () => {
  const cause = new Error('ENOENT')
  const error = new TrustError('PACK_UNUSABLE', 'No pack.', { cause })
  expect({ ...error }).toEqual({ name: 'TrustError', code: 'PACK_UNUSABLE' })
  expect([error.message, error.cause]).toEqual(['No pack.', cause])
})
