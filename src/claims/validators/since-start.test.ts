import { expect, it } from 'vitest'
import { type Row, renderTable } from '../fingerprint/table.ts'
import { filesIn, sinceStart } from './since-start.ts'

const hash = (digit: string): string => digit.repeat(64)
const row = (name: string, digit: string, kind: Row['kind'] = 'file'): Row => ({ name, kind, hash: hash(digit) })
const START = {
  rows: new Set([`${hash('1')} file a`, `${hash('2')} file b c`, `${hash('3')} file d`]),
}
const since = (rows: Row[]) => sinceStart(START, { table: renderTable({ listedBy: 'git', rows }) })

it('lists new, changed and deleted files, and no others', () => {
  const list = since([row('a', '1'), row('b c', '4'), row('e', '5')])
  expect(Object.fromEntries(filesIn(list ?? []))).toEqual({
    'b c': '4444444444444444:file',
    e: '5555555555555555:file',
    d: 'gone',
  })
})

it('lists nothing for the same content', () => {
  expect(since([row('a', '1'), row('b c', '2'), row('d', '3')])).toEqual([])
})

it('gives no list if too many files differ', () => {
  expect(since(Array.from({ length: 201 }, (_, i) => row(`f${String(i).padStart(3, '0')}`, '6')))).toBeNull()
})
