import { isConsistent } from './belief.ts'
import type { Masks } from './masks.ts'
import { affordanceIsAvailable } from './rules/affordance-is-available.ts'
import { everythingElseIsAllowed } from './rules/everything-else-is-allowed.ts'
import { postureNeedsEvidence } from './rules/posture-needs-evidence.ts'
import { terminationIsEarned } from './rules/termination-is-earned.ts'
import type { Action, Step } from './step.ts'
import type { Task } from './task.ts'
import type { Ruling } from './verdict.ts'

/** Whether an action may be carried out now: the first rule that has something to say says it. */
export const legality = (action: Action, masks: Masks, task: Task): Ruling =>
  postureNeedsEvidence(action, masks, task) ??
  terminationIsEarned(action, masks, task) ??
  affordanceIsAvailable(action, masks, task) ??
  everythingElseIsAllowed()

/** A step judged: why, and the masks with its claim in their history. */
export type JudgedStep = { ruling: Ruling; masks: Masks }

/** Judges a well-formed step against masks that hold all that was observed before it. */
export function judgeStep({ belief, action }: Pick<Step, 'belief' | 'action'>, masks: Masks, task: Task): JudgedStep {
  if (!isConsistent(belief, action, masks))
    return { ruling: { verdict: 'CONTINUE', code: 'BELIEF_INCONSISTENT' }, masks }
  const claimed = { ...masks, posture_history: [...masks.posture_history, belief.posture] }
  return { ruling: legality(action, claimed, task), masks: claimed }
}
