import { describe, expect, it } from 'vitest'
import { executionOf, saying, TASK_TEXT, taskOf } from '../../test/helpers/tasks.ts'
import { initialMasks, isContradicted, isStable, type Masks, masksAfter, onlyPosture } from './masks.ts'
import type { Execution, ProbeAnswer } from './observation.ts'

const TASK = taskOf(TASK_TEXT)
const NOTHING = initialMasks(TASK)

/** The masks after a series of observations. */
const seeing = (...seen: [Execution | null, ...ProbeAnswer[]][]): Masks =>
  seen.reduce((masks, [execution, ...answers]) => masksAfter(TASK, masks, { execution, answers }), NOTHING)

describe('before anything was observed', () => {
  it('everything may be believed, and nothing is evidence', () => {
    expect(NOTHING).toEqual({
      affordances: { engine: 'unknown' },
      evidence: 'none',
      posture_admissible: { compliant: true, non_compliant: true },
      posture_history: [],
    })
  })

  it('an observation of nothing changes nothing', () => {
    expect(seeing([null])).toEqual(NOTHING)
  })
})

describe('evidence', () => {
  const written = executionOf('write', { wrote: true, exit: null })
  const applied = executionOf('apply')
  const failed = executionOf('apply', { success: false, exit: 1 })

  it('is attempted once an artifact was written, and successful once a command that is evidence succeeded', () => {
    expect(seeing([written]).evidence).toBe('attempted')
    expect(seeing([written], [applied]).evidence).toBe('successful')
  })

  it('does not come from a failure, nor from a successful command that is not marked as evidence', () => {
    expect(seeing([failed]).evidence).toBe('none')
    expect(seeing([written], [failed]).evidence).toBe('attempted')
    expect(seeing([executionOf('look')], [executionOf('shell')]).evidence).toBe('none')
  })

  it('of an artifact is not evidence of the one written after it', () => {
    expect(seeing([written], [applied], [written]).evidence).toBe('attempted')
  })

  it('is not lost by a later failure', () => {
    expect(seeing([applied], [failed]).evidence).toBe('successful')
  })

  it('is not made by an empty artifact', () => {
    expect(seeing([executionOf('write', { wrote: false })]).evidence).toBe('none')
  })
})

describe('an affordance', () => {
  const failed = executionOf('apply', { success: false, exit: 69 })

  it('is available after something that requires it succeeded', () => {
    expect(seeing([executionOf('apply')]).affordances).toEqual({ engine: 'available' })
  })

  it('is unavailable only after a probe says so', () => {
    expect(seeing([failed]).affordances).toEqual({ engine: 'unknown' })
    expect(seeing([failed, saying('gone')]).affordances).toEqual({ engine: 'unavailable' })
  })

  it('stays the same if another probe answers, whatever that says', () => {
    const other = saying('violation', { name: 'engine' })
    expect(seeing([null, other]).affordances).toEqual({ engine: 'unknown' })
    expect(seeing([null, { ...other, holds: false, success: true }]).affordances).toEqual({ engine: 'unknown' })
  })

  it('stays the same if the probe says neither', () => {
    const silent = saying('gone', { holds: false, exit: 1 })
    expect(seeing([failed, silent]).affordances).toEqual({ engine: 'unknown' })
    expect(seeing([failed, saying('gone')], [null, silent]).affordances).toEqual({ engine: 'unavailable' })
  })

  it('is available again after a later success, of its probe too', () => {
    const back = saying('gone', { holds: false, success: true, exit: 0 })
    expect(seeing([failed, saying('gone')], [null, back]).affordances).toEqual({ engine: 'available' })
    expect(seeing([failed, saying('gone')], [executionOf('apply')]).affordances).toEqual({ engine: 'available' })
  })

  it('is not made available by writing a file, nor by an action that does not require it', () => {
    expect(seeing([executionOf('write', { wrote: true })], [executionOf('look')]).affordances).toEqual({
      engine: 'unknown',
    })
  })
})

describe('a posture', () => {
  it('is ruled out by an answer, and never comes back', () => {
    const masks = seeing([null, saying('violation')], [null, saying('violation', { holds: false })])
    expect(masks.posture_admissible).toEqual({ compliant: false, non_compliant: true })
    expect(onlyPosture(masks)).toBe('non_compliant')
    expect(onlyPosture(seeing([null, saying('no_violation')]))).toBe('compliant')
  })

  it('is not ruled out by the absence of an answer, nor by a failure', () => {
    const masks = seeing(
      [executionOf('apply', { success: false, exit: 1, output_summary: 'failed to create' })],
      [null, saying('violation', { holds: false }), saying('no_violation', { holds: false })],
    )
    expect(masks.posture_admissible).toEqual(NOTHING.posture_admissible)
    expect(onlyPosture(masks)).toBeNull()
  })

  it('is contradicted once both are ruled out', () => {
    const masks = seeing([null, saying('violation')], [null, saying('no_violation')])
    expect([isContradicted(masks), onlyPosture(masks)]).toEqual([true, null])
    expect(isContradicted(NOTHING)).toBe(false)
  })
})

describe('stability', () => {
  const C1 = 'compliant' as const
  const C2 = 'non_compliant' as const

  it.each([
    ['C1, C2', [C1, C2], false],
    ['C1, C1', [C1, C1], false],
    ['C1, C1, C1', [C1, C1, C1], true],
    ['C1, C1, C2', [C1, C1, C2], false],
    ['C2, C1, C1, C1', [C2, C1, C1, C1], true],
    ['C1, C1, C1, C2', [C1, C1, C1, C2], false],
    ['unknown three times', ['unknown', 'unknown', 'unknown'] as const, false],
    ['nothing', [], false],
  ])('over three steps: %s', (_, history, isIt) => {
    expect(isStable(history, 3)).toBe(isIt)
  })

  it('is not required if the window is 0', () => {
    expect([isStable([], 0), isStable(['unknown'], 0), isStable([C1, C2], 0)]).toEqual([true, true, true])
  })

  it('of one step is its claim', () => {
    expect([isStable([C1], 1), isStable(['unknown'], 1), isStable([], 1)]).toEqual([true, false, false])
  })
})
