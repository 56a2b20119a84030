import { isStable, onlyPosture } from '../masks.ts'
import type { Rule } from '../verdict.ts'

/** Rule 2: a run terminates only with successful evidence, exactly one posture left, and stable claims. */
export const terminationIsEarned: Rule = ({ type }, masks, { limits }) => {
  if (type !== 'terminate') return null
  const isEarned =
    masks.evidence === 'successful' && onlyPosture(masks) !== null && isStable(masks.posture_history, limits.stability)
  return isEarned ? { verdict: 'TERMINATE', code: 'EARNED' } : { verdict: 'BLOCK', code: 'TERMINATION_UNEARNED' }
}
