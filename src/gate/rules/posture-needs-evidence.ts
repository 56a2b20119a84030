import type { Rule } from '../verdict.ts'

/** Rule 1: a posture can be declared only on successful evidence. */
export const postureNeedsEvidence: Rule = ({ type }, { evidence }) =>
  type === 'declare_posture' && evidence !== 'successful'
    ? { verdict: 'BLOCK', code: 'POSTURE_WITHOUT_EVIDENCE' }
    : null
