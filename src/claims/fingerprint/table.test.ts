import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTable, type Row, renderTable, type Table } from './table.ts'

const byte = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code))
const name = fc.string({ unit: byte, minLength: 1, maxLength: 12 })
const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const kind = fc.constantFrom('file' as const, 'exec' as const, 'link' as const, 'commit' as const, 'rules' as const)
const row: fc.Arbitrary<Row> = fc.record({ name, kind, hash })
const rows = fc.uniqueArray(row, { selector: (one) => one.name, maxLength: 20 })
const table: fc.Arbitrary<Table> = fc.record({ listedBy: fc.constantFrom('git' as const, 'walk' as const), rows })

describe('a table', () => {
  it('has one byte form, whatever the order of the rows', () => {
    fc.assert(
      fc.property(table, fc.infiniteStream(fc.nat()), (one, order) => {
        const shuffled = [...one.rows].sort(() => ((order.next().value ?? 0) % 3) - 1)
        expect(renderTable({ ...one, rows: shuffled })).toEqual(renderTable(one))
      }),
    )
  })

  it('parses back to the same rows', () => {
    fc.assert(
      fc.property(table, (one) => {
        const back = parseTable(renderTable(one))
        expect(back?.listedBy).toBe(one.listedBy)
        expect(new Set(back?.rows.map((each) => JSON.stringify(each)))).toEqual(
          new Set(one.rows.map(({ hash: of, kind: is, name: at }) => JSON.stringify({ hash: of, kind: is, name: at }))),
        )
      }),
    )
  })

  it('is unique: different tables have different bytes', () => {
    fc.assert(
      fc.property(table, table, (one, other) => {
        const key = ({ listedBy, rows: list }: Table): string =>
          JSON.stringify([listedBy, list.map((each) => `${each.hash} ${each.kind} ${each.name}`).sort()])
        expect(renderTable(one).equals(renderTable(other))).toBe(key(one) === key(other))
      }),
    )
  })

  it.each(['', 'bailiff fingerprint 1 git\0', 'bailiff fingerprint 2 git\0x\0', 'bailiff fingerprint 2 git\0cut'])(
    'is none: %j',
    (text) => {
      expect(parseTable(Buffer.from(text))).toBeNull()
    },
  )
})
