import { expect, it } from 'vitest'
import type { Recorded } from '../../policy/floor.ts'
import type { Start } from '../changes/start.ts'
import type { FoundTest, TestState } from '../tests/found-test.ts'
import { floorRecord } from './floor-record.ts'
import { keptTests, leastOf, unreadFiles } from './least.ts'

const test = (name: string, state: TestState = 'runs'): FoundTest => ({
  name,
  body: 'b',
  state,
  asserts: true,
  rows: false,
})
const START: Start = {
  rows: new Set(),
  tests: new Map([
    ['a.test.js', [test('suite > a'), test('b', 'skipped')]],
    ['c.test.js', [test('c')]],
  ]),
  unread: [],
  head: null,
  branch: null,
  commits: [],
}
const start = { content: 'x', load: () => START }
const run = (...names: string[]): Recorded => {
  const tests = names.map((name) => ({ name, end: 'passed' as const }))
  return { kind: 'run', run: floorRecord({ passed: names.length, failed: 0, skipped: 0, packages: 1, tests }) }
}
const NONE: Recorded = { kind: 'none' }
const floors = (last: Recorded) => ({ find: () => NONE, last: () => last, on: () => NONE, keep: () => {} })
const names = (recorded: Recorded, last: Recorded): string[] | undefined =>
  leastOf(recorded, [], '.', { start, floors: floors(last) })?.tests?.map(({ name }) => name)

it('compares with the run on the starting content', () => {
  expect(names(run('a', 'z'), run('c'))).toEqual(['a', 'z'])
})

it('else compares with the last pass, without tests that the files of the start do not run', () => {
  expect(names(NONE, run('suite > a', 'b', 'c', 'gone'))).toEqual(['suite > a', 'c'])
  expect(names(NONE, run('gone'))).toBe(undefined)
  expect(leastOf(NONE, [], '.', { start: null, floors: floors(run('a')) })).toBe(null)
})

it('knows the tests in files that the turn did not change', () => {
  const turn = { calls: [], validations: [], earlier: [], changes: { paths: ['a.test.js'], total: 1, restored: [] } }
  const isKept = keptTests({ start, turn })
  expect(['a', 'c', 'z'].filter(isKept)).toEqual(['c'])
  expect(keptTests({ start, turn: { ...turn, changes: null } })('c')).toBe(false)
})

it('knows the files in which no test could be read, as runners name them', () => {
  const tests = new Map([...START.tests, ['tests/test_u.py', []], ['pkg/other/b.test.js', []]])
  const rows = new Set(['1 file src/u.ts', '2 file src/calc.ts', ...[...tests.keys()].map((name) => `3 file ${name}`)])
  const isUnread = unreadFiles({ start: { content: 'x', load: () => ({ ...START, rows, tests }) } })
  const files = ['src/u.ts', 'other/b.test.js', 'tests.test_u', 'test_u.TestAdd', 'tests.test_u.TestAdd']
  expect(files.filter(isUnread)).toEqual(['src/u.ts', 'other/b.test.js', 'tests.test_u', 'tests.test_u.TestAdd'])
  expect(['a.test.js', 'calc', 'Calc', 'gone.test.js'].filter(isUnread)).toEqual([])
  expect(unreadFiles({ start: null })('a')).toBe(false)
})
