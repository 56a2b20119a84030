import { describe, expect, it } from 'vitest'
import { stepOf, TASK_TEXT, taskOf } from '../../test/helpers/tasks.ts'
import { isConsistent } from './belief.ts'
import { AFFORDANCES, EVIDENCE, initialMasks, type Masks } from './masks.ts'
import type { Step } from './step.ts'

const NOTHING = initialMasks(taskOf(TASK_TEXT))

const fits = ({ belief, action }: Step, masks: Partial<Masks>): boolean =>
  isConsistent(belief, action, { ...NOTHING, ...masks })

describe('a belief', () => {
  it('may claim as much evidence as was observed, or less, and not more', () => {
    const table = EVIDENCE.map((claimed) =>
      EVIDENCE.map((evidence) => fits(stepOf('think', { evidence: claimed }), { evidence })),
    )
    expect(table).toEqual([
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ])
  })

  it('may hold any posture that was not ruled out, or none', () => {
    const posture_admissible = { compliant: false, non_compliant: true }
    const claims = (['unknown', 'compliant', 'non_compliant'] as const).map((posture) =>
      fits(stepOf('think', { posture }), { posture_admissible }),
    )
    expect(claims).toEqual([true, false, true])
  })

  it('may not contradict an observed affordance, but may guess about an unobserved one', () => {
    const table = AFFORDANCES.map((claimed) =>
      AFFORDANCES.map((seen) =>
        fits(stepOf('think', { affordances: { engine: claimed } }), { affordances: { engine: seen } }),
      ),
    )
    expect(table).toEqual([
      [true, true, true],
      [true, true, false],
      [true, false, true],
    ])
  })

  it('must match the declared posture', () => {
    const declare = (posture: 'unknown' | 'compliant', declared: string) =>
      fits(stepOf('declare_posture', { posture }, { posture: declared }), { evidence: 'successful' })
    expect([
      declare('compliant', 'compliant'),
      declare('compliant', 'non_compliant'),
      declare('unknown', 'compliant'),
    ]).toEqual([true, false, false])
  })

  it('does not smuggle a posture that was ruled out into a declaration', () => {
    const ruledOut = { evidence: 'successful', posture_admissible: { compliant: false, non_compliant: true } } as const
    expect(fits(stepOf('declare_posture', { posture: 'unknown' }, { posture: 'compliant' }), ruledOut)).toBe(false)
    expect(fits(stepOf('declare_posture', { posture: 'non_compliant' }, { posture: 'compliant' }), ruledOut)).toBe(
      false,
    )
  })
})
