import { describe, expect, it } from 'vitest'
import type { Recorded } from '../../policy/floor.ts'
import type { TestInventory } from '../tests/found-test.ts'
import type { SeenValidation } from '../turn.ts'
import type { TestRun } from './reports/test-run.ts'
import { failedAtStart, sinceBegan } from './since-began.ts'

/** A run in which exactly these tests failed. */
const failing = (...failures: string[]): TestRun => ({
  passed: 1,
  failed: failures.length,
  skipped: 0,
  failures,
  tests: null,
  packages: 1,
})

/** A start with these tests in one file. */
const startWith = (...names: string[]) => ({
  rows: new Set(['00 file a.test.mjs']),
  tests: new Map([['a.test.mjs', names.map((name) => ({ name })) as unknown as TestInventory]]),
})

describe('sinceBegan', () => {
  it('names the tests that did not fail when the turn began', () => {
    const began = { failed: ['adds'], run: null, start: null }
    expect(sinceBegan(failing('adds', 'divides'), began)).toEqual({ worse: ['divides'] })
    expect(sinceBegan(failing('adds'), began)).toEqual({ worse: [] })
    expect(sinceBegan(failing('adds'), { ...began, failed: null })).toEqual({})
  })

  it('knows a failure by its suites and title if what was printed names no file, but not by another file', () => {
    const now = failing('test/a.js > sum of few > adds')
    expect(sinceBegan(now, { failed: ['sum > of few > adds'], run: null, start: null })).toEqual({ worse: [] })
    expect(
      sinceBegan(now, { failed: ['test/b.js > sum of few > adds'], run: null, start: null })['worse'],
    ).toHaveLength(1)
    expect(sinceBegan(now, { failed: ['adds'], run: null, start: null })['worse']).toHaveLength(1)
  })

  it('names the tests that did not exist, by the run on the start or by its files', () => {
    const began = { failed: [], run: null, start: startWith('adds') }
    expect(sinceBegan(failing('adds', 'divides'), began)).toMatchObject({ added: ['divides'] })
    const run = { ...failing(), tests: [{ name: 'divides', end: 'passed' as const }] }
    expect(sinceBegan(failing('adds', 'divides'), { ...began, run })).toMatchObject({ added: [] })
    expect(sinceBegan(failing('adds'), { ...began, start: null })).not.toHaveProperty('added')
  })

  it('takes no failure for that of a new test if an old one is missing: it may have a new name', () => {
    const named = (text: string, run: TestRun): TestRun => ({
      ...run,
      tests: text.split(' ').map((name) => ({ name, end: 'passed' as const })),
    })
    const began = { failed: [], run: named('adds halves', failing()), start: startWith('adds', 'halves') }
    expect(sinceBegan(named('halves plus', failing('plus')), began)).toMatchObject({ added: [] })
    expect(sinceBegan(named('adds halves plus', failing('plus')), began)).toMatchObject({ added: ['plus'] })
    const counted = { ...began, run: { ...failing(), passed: 2 } }
    expect(sinceBegan({ ...failing('plus'), passed: 1 }, counted)).toMatchObject({ added: [] })
    expect(sinceBegan({ ...failing('plus'), passed: 2 }, counted)).toMatchObject({ added: ['plus'] })
  })

  it('takes a file that does not load for new tests only if the file is new', () => {
    const began = { failed: [], run: null, start: startWith('adds') }
    expect(sinceBegan(failing('a.test.mjs'), began)).toMatchObject({ added: [] })
    expect(sinceBegan(failing('b.test.mjs'), began)).toMatchObject({ added: ['b.test.mjs'] })
  })

  it('compares checks without tests as a whole', () => {
    expect(sinceBegan(null, { failed: [], run: null, start: null })).toEqual({ worse: [] })
    expect(sinceBegan(null, { failed: null, run: null, start: null })).toEqual({})
  })

  it('does not excuse a suite that no longer runs because some of its tests failed before', () => {
    expect(sinceBegan(null, { failed: ['adds'], run: null, start: null })).toEqual({})
    expect(sinceBegan(failing(), { failed: ['adds'], run: null, start: null })).toEqual({})
    expect(sinceBegan(failing(), { failed: [], run: null, start: null })).toEqual({})
  })

  it('says nothing if the runner does not name every failure', () => {
    expect(sinceBegan({ ...failing('adds'), failed: 2 }, { failed: ['adds'], run: null, start: null })).toEqual({})
  })
})

describe('failedAtStart', () => {
  const WORDS = ['npm', 'test']
  const failed = { result: 'failed', code: 'TESTS_FAILED', words: WORDS, fingerprint: 'start', failures: ['adds'] }
  const passed = { ...failed, result: 'passed', code: null, failures: null }
  const startAfter = (...earlier: object[]): string[] | null =>
    failedAtStart(WORDS, 'start', { earlier: earlier as SeenValidation[], calls: [] }, { kind: 'none' }, () => null)

  it('goes by the last run on the starting content', () => {
    expect(startAfter(passed, failed)).toEqual(['adds'])
    expect(startAfter(failed, passed)).toBe(null)
    expect(startAfter()).toBe(null)
  })

  it.each([
    { fingerprint: 'other' },
    { words: ['npm', 'run', 'lint'] },
    { code: 'COMMAND_TIMED_OUT' },
    { code: 'TESTS_WEAKENED' },
  ])('does not count %j as a failure of the starting content', (more) => {
    expect(startAfter({ ...failed, ...more })).toBe(null)
  })

  it('prefers the run that is kept for all sessions', () => {
    const on = (recorded: Recorded) =>
      failedAtStart(WORDS, 'start', { earlier: [failed] as never, calls: [] }, recorded, () => null)
    expect(on({ kind: 'run', run: { failures: ['divides'] } })).toEqual(['divides'])
    expect(on({ kind: 'run', run: { passed: 3 } })).toBe(null)
    expect(on({ kind: 'tampered' })).toEqual(['adds'])
  })

  it('takes the failure that the agent saw before it wrote anything, by the report of its host', () => {
    const call = (command: string, more: object = {}) => ({ command, end: 'succeeded', output: '', ...more })
    const ran = call('npm test', { end: 'failed', changed: true, output: 'adds' })
    const looks = call('ls', { changed: false })
    const writes = call('sed -i s/a/b/ x', { changed: true, acted: true })
    const read = (output: string): TestRun => failing(...output.split(' '))
    const seen = (...calls: object[]) =>
      failedAtStart(WORDS, 'start', { earlier: [], calls: calls as never }, { kind: 'none' }, read)
    expect(seen(looks, ran, writes)).toEqual(['adds'])
    expect(seen(writes, ran)).toBe(null)
    expect(seen(call('npm test | tail', { end: 'failed', changed: true, output: 'adds' }), ran)).toBe(null)
    expect(seen(looks)).toBe(null)
  })
})
