import { describe, expect, it } from 'vitest'
import { stepOf, taskWith } from '../../test/helpers/tasks.ts'
import { judgeStep, legality } from './judge.ts'
import { AFFORDANCES, CLAIMS, EVIDENCE, initialMasks, type Masks, type PostureClaim } from './masks.ts'

const WINDOW = 2
const TASK = taskWith({ stability: WINDOW })
const ACTIONS = ['declare_posture', 'terminate', ...Object.keys(TASK.actions)]
const HISTORIES: PostureClaim[][] = [
  [],
  ...CLAIMS.map((claim) => [claim]),
  ...CLAIMS.flatMap((a) => CLAIMS.map((b) => [a, b])),
  ...CLAIMS.flatMap((a) => CLAIMS.flatMap((b) => CLAIMS.map((c) => [a, b, c]))),
]

/** Every state of the masks, with every history of up to three claims. */
const ALL_MASKS: Masks[] = AFFORDANCES.flatMap((engine) =>
  EVIDENCE.flatMap((evidence) =>
    [true, false].flatMap((compliant) =>
      [true, false].flatMap((non_compliant) =>
        HISTORIES.map((posture_history) => ({
          affordances: { engine },
          evidence,
          posture_admissible: { compliant, non_compliant },
          posture_history,
        })),
      ),
    ),
  ),
)

/** The rules of the seed, written independently of the implementation. */
function bySeed(type: string, masks: Masks): string {
  const { evidence, posture_admissible, posture_history, affordances } = masks
  if (type === 'declare_posture') {
    if (evidence !== 'successful') return 'BLOCK'
  }
  if (type === 'terminate') {
    const exactlyOneTrue = posture_admissible.compliant !== posture_admissible.non_compliant
    const [a, b] = posture_history.slice(-2)
    const postureStable = posture_history.length >= 2 && a === b && a !== 'unknown'
    if (!(evidence === 'successful' && exactlyOneTrue && postureStable)) return 'BLOCK'
    return 'TERMINATE'
  }
  const requiresEngine = type === 'write' || type === 'apply'
  if (requiresEngine && affordances['engine'] === 'unavailable') return 'BLOCK'
  return 'ALLOW'
}

describe('the legality of an action', () => {
  it('follows the rules of the seed, for every state of the masks and every type of action', () => {
    let cases = 0
    for (const masks of ALL_MASKS) {
      for (const type of ACTIONS) {
        cases++
        const action = { type, payload: {} }
        const { verdict } = legality(action, masks, TASK)
        if (verdict !== bySeed(type, masks)) expect({ type, masks, verdict }).toEqual(bySeed(type, masks))
      }
    }
    expect(cases).toBe(3 * 3 * 4 * 40 * 7)
  })

  it('names the rule that blocks', () => {
    const gone: Masks = { ...initialMasks(TASK), affordances: { engine: 'unavailable' } }
    const codes = ACTIONS.map((type) => [type, legality({ type, payload: {} }, gone, TASK).code])
    expect(Object.fromEntries(codes)).toEqual({
      declare_posture: 'POSTURE_WITHOUT_EVIDENCE',
      terminate: 'TERMINATION_UNEARNED',
      write: 'AFFORDANCE_UNAVAILABLE',
      apply: 'AFFORDANCE_UNAVAILABLE',
      look: 'ALLOWED',
      shell: 'ALLOWED',
      think: 'ALLOWED',
    })
  })

  it('lets everything else pass, as often as it is tried and however bad an idea it is', () => {
    const shell = { type: 'shell', payload: { command: 'rm -rf .' } }
    for (let n = 0; n < 100; n++) expect(legality(shell, initialMasks(TASK), TASK).verdict).toBe('ALLOW')
  })
})

describe('a step', () => {
  const seen: Masks = {
    ...initialMasks(TASK),
    evidence: 'successful',
    posture_admissible: { compliant: false, non_compliant: true },
  }

  it('counts its own claim towards stability, even when it terminates', () => {
    const sure = { posture: 'non_compliant', evidence: 'successful' } as const
    const first = judgeStep(stepOf('terminate', sure), seen, TASK)
    expect(first.ruling).toEqual({ verdict: 'BLOCK', code: 'TERMINATION_UNEARNED' })
    expect(judgeStep(stepOf('terminate', sure), first.masks, TASK).ruling).toEqual({
      verdict: 'TERMINATE',
      code: 'EARNED',
    })
  })

  it('that is inconsistent is not judged further, and its claim does not count', () => {
    const { ruling, masks } = judgeStep(stepOf('look', { posture: 'compliant' }), seen, TASK)
    expect(ruling).toEqual({ verdict: 'CONTINUE', code: 'BELIEF_INCONSISTENT' })
    expect(masks).toEqual(seen)
  })

  it('changes only the claim history of the masks', () => {
    const { masks } = judgeStep(stepOf('look', { posture: 'non_compliant' }), seen, TASK)
    expect(masks).toEqual({ ...seen, posture_history: ['non_compliant'] })
    expect(seen.posture_history).toEqual([])
  })
})
