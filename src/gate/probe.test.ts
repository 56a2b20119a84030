import { describe, expect, it } from 'vitest'
import { executionOf, TASK_TEXT, taskOf } from '../../test/helpers/tasks.ts'
import { initialMasks } from './masks.ts'
import { answerOf, type Probed, questionsOf } from './probe.ts'
import type { Probe } from './task.ts'

const TASK = taskOf(TASK_TEXT)
const NOTHING = initialMasks(TASK)

const holds = (probe: Omit<Probe, 'command'>, probed: Partial<Probed>): boolean =>
  answerOf(
    { about: 'violation', name: 'violation', probe: { command: ['x'], ...probe } },
    { exit: 0, output: '', ...probed },
  ).holds

describe('a probe', () => {
  it('holds if the output is exactly the expected one, apart from a trailing newline', () => {
    expect(['false', 'false\n', 'false\r\n'].map((output) => holds({ output: 'false' }, { output }))).toEqual([
      true,
      true,
      true,
    ])
    expect(
      ['false\n\n', ' false', 'FALSE', 'falsehood', 'not false', ''].map((output) =>
        holds({ output: 'false' }, { output }),
      ),
    ).toEqual(Array(6).fill(false))
  })

  it('holds if the exit code is the expected one', () => {
    expect([
      holds({ exit: 1 }, { exit: 1 }),
      holds({ exit: 1 }, { exit: 0 }),
      holds({ exit: 0 }, { exit: null }),
    ]).toEqual([true, false, false])
  })

  it('requires both if both are expected', () => {
    const both = { exit: 0, output: 'false' }
    expect([holds(both, { output: 'false' }), holds(both, { exit: 1, output: 'false' }), holds(both, {})]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('does not hold if it was killed or its output was truncated', () => {
    expect([holds({ output: '' }, { exit: null }), holds({ output: 'x' }, { output: null })]).toEqual([false, false])
  })
})

describe('a due probe', () => {
  const about = (...given: Parameters<typeof questionsOf>) => questionsOf(...given).map(({ name }) => name)

  it('is each posture probe, before every step', () => {
    expect(about(TASK, NOTHING, null)).toEqual(['violation', 'no_violation'])
  })

  it('is one of an affordance only after an action that requires it failed', () => {
    const failed = { success: false, exit: 1 }
    expect(about(TASK, NOTHING, executionOf('apply'))).not.toContain('engine')
    expect(about(TASK, NOTHING, executionOf('look', failed))).not.toContain('engine')
    expect(about(TASK, NOTHING, executionOf('write', failed))).not.toContain('engine')
    expect(about(TASK, NOTHING, executionOf('apply', failed))).toContain('engine')
  })

  it('is one of an affordance as long as it is unavailable, so that it can become available again', () => {
    expect(about(TASK, { ...NOTHING, affordances: { engine: 'unavailable' } }, null)).toContain('engine')
    expect(about(TASK, { ...NOTHING, affordances: { engine: 'available' } }, null)).not.toContain('engine')
  })

  it('does not exist if the task has no probes', () => {
    expect(about(taskOf('version: 1'), NOTHING, null)).toEqual([])
  })
})
