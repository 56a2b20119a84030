import { isConsistent } from './belief.ts'
import type { Masks } from './masks.ts'
import { affordanceIsAvailable } from './rules/affordance-is-available.ts'
import { everythingElseIsAllowed } from './rules/everything-else-is-allowed.ts'
import { postureNeedsEvidence } from './rules/posture-needs-evidence.ts'
import { terminationIsEarned } from './rules/termination-is-earned.ts'
import type { Action, Step } from './step.ts'
import type { Task } from './task.ts'
import type { Ruling } from './verdict.ts'

/** Decides whether an action is permitted now. The first rule that applies decides. */
export const legality = (action: Action, masks: Masks, task: Task): Ruling =>
  postureNeedsEvidence(action, masks, task) ??
  terminationIsEarned(action, masks, task) ??
  affordanceIsAvailable(action, masks, task) ??
  everythingElseIsAllowed()

/** The ruling on a step, and the masks with its claim added to their history. */
export type JudgedStep = { ruling: Ruling; masks: Masks }

/** Judges a well-formed step against masks that include every observation made before it. */
export function judgeStep({ belief, action }: Pick<Step, 'belief' | 'action'>, masks: Masks, task: Task): JudgedStep {
  if (!isConsistent(belief, action, masks))
    return { ruling: { verdict: 'CONTINUE', code: 'BELIEF_INCONSISTENT' }, masks }
  const claimed = { ...masks, posture_history: [...masks.posture_history, belief.posture] }
  return { ruling: legality(action, claimed, task), masks: claimed }
}
