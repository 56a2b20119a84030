import { describe, expect, it } from 'vitest'
import { type Floor, floorOf, judgeFloor } from './floor.ts'
import { floorIn, floorRecord } from './floor-record.ts'
import type { NamedTest } from './reports/test-run.ts'

const SIGNS: { [sign: string]: NamedTest['end'] } = {
  '+': 'passed',
  '!': 'failed',
  '-': 'skipped',
  x: 'expected to fail',
}

/** "+a -b": a passed, b was skipped. */
const run = (text: string, more: Partial<Floor> = {}): Floor => {
  const tests = text.split(' ').map((word) => ({ name: word.slice(1), end: SIGNS[word.charAt(0)] ?? 'passed' }))
  const count = (end: NamedTest['end']): number => tests.filter((test) => test.end === end).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), packages: 1, tests, ...more }
}
const lost = (before: Floor, now: Floor): string[] => floorOf(before, now).map(({ test, how }) => `${test} ${how}`)

describe('floorOf', () => {
  it('names tests that are gone, newly skipped or newly expected to fail', () => {
    expect(lost(run('+a +b !c'), run('+a'))).toEqual(['b gone', 'c gone'])
    expect(lost(run('+a +b'), run('+a -b'))).toEqual(['b skipped'])
    expect(lost(run('+a !b'), run('+a xb'))).toEqual(['b expected to fail'])
  })

  it('compares rows of a table by the name they share', () => {
    expect(lost(run('+t.test_a[1] +t.test_a[2]'), run('+t.test_a[3]'))).toEqual([])
    expect(lost(run('+TestA/one +TestA'), run('+TestA'))).toEqual([])
    expect(lost(run('+t.test_a[1] +b'), run('+b'))).toEqual(['t.test_a gone'])
  })

  it('is silent about renames, new tests, and tests that did not run before', () => {
    expect(lost(run('+a +b'), run('+a +c'))).toEqual([])
    expect(lost(run('+a'), run('+a -new xother'))).toEqual([])
    expect(lost(run('+a -b xc'), run('+a'))).toEqual([])
    expect(lost(run('+a -b'), run('+a +b'))).toEqual([])
  })

  it('does not take a new name, or that of a file, for the new name of a test that is still in its file', () => {
    expect(lost(run('+a +b'), run('+a +test/b.test.js'))).toEqual(['b gone'])
    expect(floorOf(run('+a +b'), run('+a +c'), { isKept: (name) => name === 'b', isUnread: () => false })).toEqual([
      { test: 'b', how: 'gone' },
    ])
  })

  it('names a file that runs no test any more, whatever new tests there are, unless its tests could be read', () => {
    const named = (...names: string[]) => run('', { tests: names.map((name): NamedTest => ({ name, end: 'passed' })) })
    const gone = (before: Floor, now: Floor, isUnread = true): string[] =>
      floorOf(before, now, { isKept: () => false, isUnread: () => isUnread }).map(({ test }) => test)
    const [one, two] = ['src/a.ts > adds', 'src/a.ts > calc > subtracts']
    const other = ['b.test.ts > x', 'b.test.ts > y', 'b.test.ts > z']
    expect(gone(named(one, two, 'b.test.ts > x'), named(...other))).toEqual(['src/a.ts'])
    expect(gone(named(one, two, 'b.test.ts > x'), named(...other), false)).toEqual([])
    expect(gone(named(one, two), named('src/c.ts > adds', 'src/d.ts > calc > subtracts'))).toEqual([])
    expect(gone(named(one, two), named('src/a.ts > other', 'src/a.ts > more'))).toEqual([])
    expect(gone(named('tests.test_a.check_one'), named('tests.test_b.test_two'))).toEqual(['tests.test_a'])
    expect(gone(named('tests.test_a.check_one[1]'), named('tests.unit.test_b.check_one[2]'))).toEqual([])
  })

  it('falls back on counts if one of the runs has no names', () => {
    expect(lost(run('+a +b +c', { tests: null }), run('+a'))).toEqual(['2 tests gone'])
    expect(lost(run('+a'), run('+a -b', { tests: null }))).toEqual(['1 test skipped'])
    expect(lost(run('+a', { tests: null }), run('+a +b', { tests: null }))).toEqual([])
  })

  it('counts packages that ran no test any more', () => {
    expect(lost(run('+a', { packages: 3 }), run('+a', { packages: 2 }))).toEqual(['1 package gone'])
    expect(judgeFloor(run('+a', { packages: 3 }), run('+a', { packages: 1 }))).toEqual({
      code: 'TESTS_WEAKENED',
      sentence: 'Fewer tests ran than in an earlier run: 2 packages (gone).',
    })
    expect(judgeFloor(null, run('+a'))).toBe(null)
  })
})

describe('a recorded run', () => {
  it('is read as it was kept', () => {
    const kept = run('+a !b -c xd', { packages: 2 })
    expect(floorIn(floorRecord(kept))).toEqual(kept)
    expect(floorIn(floorRecord({ ...kept, tests: null }))).toEqual({ ...kept, tests: null })
    expect(floorIn({ passed: 1 })).toBe(null)
  })

  it('keeps counts alone if there are too many names', () => {
    const many = Array.from({ length: 10_001 }, (_, i): NamedTest => ({ name: `t${i}`, end: 'passed' }))
    expect(floorRecord(run('+a', { tests: many }))['names']).toBe(null)
  })
})
