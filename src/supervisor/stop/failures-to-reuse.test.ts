import { expect, it } from 'vitest'
import type { TurnRecord } from '../../claims/turn.ts'
import { failureToReuse } from './failures-to-reuse.ts'

const FAILED = {
  seq: 5,
  at: '2026-01-01T00:00:05.000Z',
  validator: 'tests',
  policy: 'p',
  fingerprint: 'c',
  result: 'failed',
  code: 'TESTS_FAILED',
}
const call = (seq: number, more: object = {}) => ({ seq, acted: false, changed: false, isRunning: false, ...more })
const agent = (second: number | null) => ({ stoppedAt: second === null ? null : `2026-01-01T00:00:0${second}.000Z` })

const isReused = (...[calls, agents = [], others = []]: [object[], object[]?, object[]?]): boolean =>
  failureToReuse(
    { claim: 'done', validator: 'tests', given: {} },
    's',
    {
      source: 'p',
      turn: { calls, agents, validations: [...others, FAILED], earlier: [], changes: null } as unknown as TurnRecord,
    },
    { sha256: 'c', head: null } as never,
  ) !== null

it('reuses a failure if everything was done before it, or the agent has only looked since', () => {
  expect(isReused([])).toBe(true)
  expect(isReused([call(3, { acted: true, changed: true }), call(7)], [agent(4)])).toBe(true)
})

it.each([
  ['a call acted since', [call(7, { acted: true })]],
  ['a call failed since that may have changed something, or tests ran', [call(7, { changed: true })]],
  ['a task runs in the background, whenever it was started', [call(3, { isRunning: true })]],
  ['a subagent stopped since', [], [agent(6)]],
  ['a subagent works', [], [agent(null)]],
  ['it passed before', [], [], [{ ...FAILED, seq: 2, result: 'passed' }]],
])('runs the check again if %s', (_, calls: object[], agents: object[] = [], others: object[] = []) => {
  expect(isReused(calls, agents, others)).toBe(false)
})
