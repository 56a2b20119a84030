import { describe, expect, it } from 'vitest'
import type { SeenValidation } from '../turn.ts'
import { failedBefore, nowPassing } from './flaky.ts'
import type { TestRun } from './reports/test-run.ts'

const WORDS = ['npm', 'test']
const failed = { result: 'failed', code: 'TESTS_FAILED', words: WORDS, fingerprint: 'x', failures: ['a'] }
const failuresOf = (more: object, recorded: Parameters<typeof failedBefore>[3] = { kind: 'none' }): string[] | null => {
  const validations = [{ ...failed, ...more } as unknown as SeenValidation]
  return failedBefore(WORDS, 'x', { validations, earlier: [], calls: [] }, recorded)
}

it('also counts a failure that the host reported, until a file is written', () => {
  const call = (more: object) => ({ command: 'npm test', end: 'failed', written: [], ...more })
  const after = (...calls: object[]): string[] | null =>
    failedBefore(WORDS, 'x', { validations: [], earlier: [], calls: calls as never }, { kind: 'none' })
  expect(after(call({}), call({ end: 'succeeded' }))).toEqual([])
  expect(after(call({}), call({ command: 'touch a', end: 'succeeded', written: ['a'] }))).toBe(null)
  expect(after(call({ command: 'npm run other' }))).toBe(null)
})

describe('failedBefore', () => {
  it('names what failed on the same content, in this session or another', () => {
    expect(failuresOf({})).toEqual(['a'])
    expect(failuresOf({}, { kind: 'run', run: { failures: ['a', 'b'] } })).toEqual(['a', 'b'])
    expect(failuresOf({ fingerprint: 'y' }, { kind: 'run', run: { failures: [] } })).toEqual([])
  })

  it.each([
    { code: 'COMMAND_TIMED_OUT' },
    { code: 'COMMAND_NOT_STARTED' },
    { code: 'VALIDATION_UNFINISHED' },
    { code: 'TESTS_WEAKENED' },
    { result: 'passed', code: null },
    { fingerprint: 'y' },
    { words: ['npm', 'run', 'lint'] },
  ])('does not count %j as a failure of the content', (more) => {
    expect(failuresOf(more)).toBe(null)
    expect(failuresOf(more, { kind: 'run', run: { passed: 3 } })).toBe(null)
  })
})

describe('nowPassing', () => {
  const now = (...failures: string[]) => ({ failures }) as unknown as TestRun

  it('leaves out tests that still fail', () => {
    expect(nowPassing(['a', 'b'], now('a'))).toEqual(['b'])
    expect(nowPassing(['a'], now('a'))).toBe(null)
    expect(nowPassing([], now())).toEqual([])
    expect(nowPassing(null, now())).toBe(null)
  })
})
