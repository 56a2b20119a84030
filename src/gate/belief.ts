import { EVIDENCE, type Masks } from './masks.ts'
import type { Action, Belief } from './step.ts'

/** True if a step's claims do not contradict the observations. Claiming less than was observed is fine. */
export const isConsistent = (belief: Belief, action: Action, masks: Masks): boolean =>
  EVIDENCE.indexOf(belief.evidence) <= EVIDENCE.indexOf(masks.evidence) &&
  (belief.posture === 'unknown' || masks.posture_admissible[belief.posture]) &&
  Object.entries(belief.affordances).every(
    ([name, claimed]) =>
      claimed === 'unknown' || masks.affordances[name] === 'unknown' || masks.affordances[name] === claimed,
  ) &&
  // The declared posture must be the believed one; otherwise the step claims both.
  (action.type !== 'declare_posture' || action.payload['posture'] === belief.posture)
