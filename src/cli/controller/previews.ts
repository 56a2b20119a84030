import type { PlanView, PreviewedChange } from '../../controller/drivers/world.ts'
import type { Json } from '../../ledger/kinds.ts'
import type { CycleView, DecisionView } from '../../views/cycle-view.ts'
import { changesBetween } from '../../views/json-changes.ts'

/** The decisions of a plan, against the state as it is now. */
export const decisionsIn = ({ changes }: PlanView): DecisionView[] => changes.map(decisionOf)

const decisionOf = ({ decision, preview, verdict }: PreviewedChange): DecisionView => {
  const { effect_ref, idempotency_key, target_state, reasoning_trace } = decision
  return {
    effect_ref,
    idempotency_key,
    target_state: target_state as DecisionView['target_state'],
    reasoning_trace: reasoning_trace ?? null,
    changes: changesBetween(preview?.before, preview === null ? (target_state as Json) : preview.after),
    denied: verdict.allowed ? null : verdict.reason,
    outcome: null,
  }
}

/** The cycle with its decisions against the state as it is now, where that was looked up. */
export const withPreviews = (view: CycleView, plan: PlanView | null): CycleView =>
  plan === null || view.plan === null ? view : { ...view, plan: { ...view.plan, decisions: decisionsIn(plan) } }
