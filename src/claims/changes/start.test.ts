import { describe, expect, it } from 'vitest'
import { differenceBetween, openStart, type ReadTests, type Start, storedStart } from './start.ts'

const row = (name: string, digit: string): string => `${digit.repeat(64)} file ${name}`
const TESTS = ['a b.test.js', 'c.test.js']
const inventory: ReadTests = (name) => (TESTS.includes(name) ? [] : null)
const BESIDE = { head: null, branch: null, commits: [] }

const stored = (rows: string[], base: Start | null, read = inventory) =>
  storedStart(new Set(rows), BESIDE, base === null ? null : { sha256: 'base', start: base }, read)

describe('a difference between two contents', () => {
  const before = new Set([row('a b', '1'), row('c', '2')])

  it('has the rows of new and changed files, and the names that are gone', () => {
    const now = new Set([row('a b', '3'), row('d', '4')])
    expect(differenceBetween(before, now)).toEqual({ rows: [row('a b', '3'), row('d', '4')], gone: ['c'] })
  })

  it('is empty for the same content in another order', () => {
    expect(differenceBetween(before, new Set([...before].reverse()))).toEqual({ rows: [], gone: [] })
  })

  it('has a file whose mode alone changed', () => {
    const executable = row('c', '2').replace(' file ', ' exec ')
    expect(differenceBetween(before, new Set([row('a b', '1'), executable]))).toEqual({ rows: [executable], gone: [] })
  })
})

describe('a stored start', () => {
  const first = [row('a b.test.js', '1'), row('c.test.js', '2'), row('d', '3')]
  const base = openStart(stored(first, null), null)

  it('opens with every file and the tests of each test file', () => {
    expect(base.rows).toEqual(new Set(first))
    expect([...base.tests.keys()]).toEqual(TESTS)
  })

  it('is a difference to its base that opens as the content it was stored from', () => {
    const now = [row('a b.test.js', '1'), row('d', '4'), row('e', '5')]
    const difference = stored(now, base)
    expect(difference).toMatchObject({ base: 'base', rows: now.slice(1), gone: ['c.test.js'], tests: {} })
    expect(openStart(difference, base).rows).toEqual(new Set(now))
    expect([...openStart(difference, base).tests.keys()]).toEqual(['a b.test.js'])
  })

  it('forgets the tests of a file that is no test file any more', () => {
    const difference = stored([row('a b.test.js', '9'), ...first.slice(1)], base, () => null)
    expect([...openStart(difference, base).tests.keys()]).toEqual(['c.test.js'])
  })

  it('is complete if most files differ, and reads only the files that do', () => {
    const many = Array.from({ length: 300 }, (_, i) => row(`f${i}.test.js`, '7'))
    const read: string[] = []
    const whole = stored([...first, ...many], base, (name) => {
      read.push(name)
      return null
    })
    expect(whole).toMatchObject({ base: null, tests: { 'a b.test.js': [], 'c.test.js': [] } })
    expect(read).toHaveLength(300)
  })

  it('names the test files that there was no time to read, and the next one reads on', () => {
    const cut = stored(first, null, (name) => (name === 'c.test.js' ? 'unread' : inventory(name)))
    expect(cut).toMatchObject({ tests: { 'a b.test.js': [] }, unread: ['c.test.js'] })
    const read: string[] = []
    const whole = stored(first, openStart(cut, null), (name) => {
      read.push(name)
      return inventory(name)
    })
    expect(read).toEqual(['c.test.js'])
    expect(whole).toMatchObject({ base: null, tests: { 'a b.test.js': [], 'c.test.js': [] } })
    expect(openStart(whole, null).unread).toEqual([])
  })
})
