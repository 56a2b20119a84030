import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes.ts'
import { type Row, renderTable } from './table.ts'

const row1: Row = { name: 'a', kind: 'file', hash: '1'.repeat(64) }
const bytesOf = (...list: Row[]): Buffer => renderTable({ listedBy: 'git', rows: list })

const row: fc.Arbitrary<Row> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom('file' as const, 'exec' as const),
  hash: fc.constantFrom('1'.repeat(64), '2'.repeat(64)),
})
const rows = fc.uniqueArray(row, { selector: (one) => one.name })

describe('the changes between two tables', () => {
  it('list added, removed and changed files, ordered by name', () => {
    const before = bytesOf({ ...row1, name: 'b' }, { ...row1, name: 'c' }, { ...row1, name: 'd' })
    const after = bytesOf(row1, { ...row1, name: 'c', kind: 'exec' }, { ...row1, name: 'd' })
    expect(changesBetween(before, after)).toEqual({
      total: 3,
      changes: [
        { kind: 'added', path: 'a' },
        { kind: 'removed', path: 'b' },
        { kind: 'changed', path: 'c' },
      ],
    })
    expect(changesBetween(before, after, { outputs: ['a', 'b'] })?.total).toBe(1)
  })

  it('are empty if and only if the rows are the same', () => {
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const same = bytesOf(...one).equals(bytesOf(...other))
        expect(changesBetween(bytesOf(...one), bytesOf(...other))?.total === 0).toBe(same)
      }),
    )
  })

  it('count all, and name up to a hundred', () => {
    const many = Array.from({ length: 250 }, (_, i) => ({ ...row1, name: `${i}` }))
    const changes = changesBetween(bytesOf(), bytesOf(...many))
    expect([changes?.total, changes?.changes.length]).toEqual([250, 100])
  })

  it('are unknown if either table is invalid', () => {
    expect(changesBetween(Buffer.from('other'), bytesOf())).toBeNull()
  })
})
