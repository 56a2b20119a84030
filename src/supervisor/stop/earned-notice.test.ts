import { expect, it } from 'vitest'
import type { SeenValidation } from '../../claims/turn.ts'
import { earnedNotice } from './earned-notice.ts'

const pass = (seq: number, validator: string, more: object = {}): SeenValidation =>
  ({ seq, validator, result: 'passed', ...more }) as SeenValidation

const told = (seqs: number[], ...validations: SeenValidation[]): string =>
  earnedNotice({ findings: [], notes: [{ code: 'EARNED', subject: 'done', quote: 'Done.', seqs }] }, validations)

const TESTS = pass(5, 'tests', { durationMs: 1_432 })
const LINT = pass(6, 'lint', { durationMs: 296 })
const REUSED = { reused: { stream: 'session/a', seq: 3 } }

it('names the check that a turn stands on, and how long it took', () => {
  expect(told([5], TESTS)).toBe('Bailiff: earned (tests, 1.4 s)')
  expect(told([5, 6], TESTS, LINT)).toBe('Bailiff: earned (tests 1.4 s, lint 0.3 s)')
})

it('says so if a check has passed on the same files before', () => {
  expect(told([5], pass(5, 'tests', REUSED))).toBe('Bailiff: earned (tests, already passed on these files)')
  expect(told([5, 6], pass(5, 'tests', REUSED), LINT)).toBe('Bailiff: earned (tests already passed, lint 0.3 s)')
})

it('gives no time for a check that runs no command', () => {
  expect(told([7], pass(7, 'pushed'))).toBe('Bailiff: earned (pushed)')
  expect(told([5, 7], TESTS, pass(7, 'pushed'))).toBe('Bailiff: earned (tests 1.4 s, pushed)')
})

it('names only the passes that count, and each check once', () => {
  const failed = { ...pass(4, 'tests'), result: 'failed' } as const
  expect(told([4, 5], failed, pass(3, 'lint'), TESTS, pass(9, 'types'))).toBe('Bailiff: earned (tests, 1.4 s)')
  expect(told([5, 8], TESTS, pass(8, 'tests', { durationMs: 2_000 }))).toBe('Bailiff: earned (tests, 2.0 s)')
  expect(told([])).toBe('Bailiff: earned')
})

it('is one short line, however many checks there are', () => {
  const many = Array.from({ length: 100 }, (_, i) => pass(i, `check-${i}`, { durationMs: 100 }))
  expect(
    told(
      many.map(({ seq }) => seq),
      ...many,
    ).length,
  ).toBeLessThan(230)
})
