import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LEDGER_ERRORS, LedgerError, type LedgerErrorCode } from './errors.ts'

const CODES = Object.keys(LEDGER_ERRORS) as LedgerErrorCode[]

const root = new URL('../../', import.meta.url)

/** The rows of the ledger's table in docs/errors.md: code, meaning, remedy. */
function rows(): string[][] {
  const text = readFileSync(new URL('docs/errors.md', root), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith('The ledger\n')) ?? ''
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1))
  return cells.map((row) => row.map((cell) => cell.trim()))
}

describe('error codes', () => {
  it('are listed exactly once in docs/errors.md, in the same order, and nothing else is', () => {
    expect(rows().map(([code]) => code)).toEqual(CODES.map((code) => `\`${code}\``))
  })

  it('each have a meaning and a remedy', () => {
    for (const row of rows()) {
      expect(row, row[0]).toHaveLength(3)
      expect(row[1]?.length, `the meaning of ${row[0]}`).toBeGreaterThan(20)
      expect(row[2]?.length, `the remedy of ${row[0]}`).toBeGreaterThan(20)
    }
  })

  it('are all thrown somewhere', () => {
    const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
    const sources = files.filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('/errors.ts'),
    )
    const text = sources.map((file) => readFileSync(new URL(`src/${file}`, root), 'utf8')).join('\n')
    expect(CODES.filter((code) => !text.includes(`'${code}'`))).toEqual([])
  })

  it('are in capitals, so that they stand out in a log', () => {
    expect(CODES.filter((code) => !/^[A-Z]+(_[A-Z]+)*$/.test(code))).toEqual([])
  })
})

describe('LedgerError', () => {
  it('carries its code, its message and its cause', () => {
    const cause = new Error('ENOSPC')
    const error = new LedgerError('DISK_FULL', 'No space left.', { cause })
    expect(error).toBeInstanceOf(Error)
    expect({ ...error }).toEqual({ name: 'LedgerError', code: 'DISK_FULL' })
    expect([error.message, error.cause, String(error)]).toEqual([
      'No space left.',
      cause,
      'LedgerError: No space left.',
    ])
  })
})
