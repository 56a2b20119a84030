import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ADMIN_ERRORS, ADMIN_REFUSALS, AdminError, isAdminRefusal } from './errors.ts'

it('every code is listed once in docs/errors.md, with a meaning and a remedy', () => {
  const section = readFileSync('docs/errors.md', 'utf8')
    .split(/^## /m)
    .find((one) => one.startsWith("The administrator's commands\n"))
  const rows = section?.split('\n').filter((line) => line.startsWith('| `')) ?? []
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const codes = Object.keys({ ...ADMIN_REFUSALS, ...ADMIN_ERRORS })
  expect(cells.map(([code]) => code)).toEqual(codes.map((code) => `\`${code}\``))
  for (const [, meaning = '', remedy = ''] of cells) expect(Math.min(meaning.length, remedy.length)).toBeGreaterThan(15)
})

it('an error carries its code; only some are refusals', () => {
  expect({ ...new AdminError('PASSPHRASE_WRONG', 'No.') }).toEqual({ name: 'AdminError', code: 'PASSPHRASE_WRONG' })
  expect([isAdminRefusal('KEY_WRONG'), isAdminRefusal('PASSPHRASE_WRONG')]).toEqual([true, false])
})
