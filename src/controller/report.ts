import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { BodyOf, ExecutionReport, PolicyDecision, ProposedChangePlan, ReportStatus } from './artifacts.ts'
import { digest, executionHash } from './ids.ts'
import type { EffectOutcome } from './outcome.ts'

/** A report on a cycle, as its entries tell it. */
export type Account = {
  /** Null if the cycle was denied before it had a plan. */
  plan: ProposedChangePlan | null
  /** In the order in which targets were first judged; the last verdict on each. */
  verdicts: readonly PolicyDecision[]
  /** The outcomes of the plan's effects, by idempotency key. */
  outcomes: ReadonlyMap<string, { outcome: EffectOutcome; why: string | null }>
  /** Why the rest of the plan was not attempted, other than a denial or a failure. */
  stopped: string | null
  /** True if nothing was to be attempted: then a plan that would be permitted counts as a success. */
  isDryRun: boolean
  /** Evidence of the agents. */
  artifacts: JsonObject
}

/** Writes the report of a cycle. Pure: replay calls it with the same entries and gets the same `execution_hash`. */
export function reportOf(account: Account): ExecutionReport {
  const { plan, verdicts, artifacts } = account
  const status = statusOf(account)
  const artifact_refs = refsOf(account)
  const policy_decisions = [...verdicts]
  return {
    report_id: plan?.plan_id ?? `none-${digest(policy_decisions as Json)}`,
    artifact_refs,
    status,
    policy_decisions,
    errors: errorsOf(account),
    artifacts,
    execution_hash: executionHash({ artifact_refs, policy_decisions, status }),
  }
}

/** The refs that were written, with the state they have now. A ref whose outcome is unknown may have been written. */
function refsOf({ plan, outcomes }: Account): { [ref: string]: Json } {
  const refs: { [ref: string]: Json } = {}
  for (const { effect_ref, target_state, idempotency_key } of plan?.decisions ?? []) {
    const outcome = outcomes.get(idempotency_key)?.outcome
    if (outcome === 'done') refs[effect_ref] = { status: 'applied', state: target_state }
    if (outcome === 'unknown') refs[effect_ref] = { status: 'unknown' }
  }
  return refs
}

function statusOf({ plan, verdicts, outcomes, isDryRun }: Account): ReportStatus {
  const wanted = plan?.decisions ?? []
  const reached = wanted.map(({ idempotency_key }) => outcomes.get(idempotency_key)?.outcome)
  const isDenied = verdicts.some(({ allowed }) => !allowed)
  const isComplete = plan !== null && (isDryRun || reached.every((outcome) => outcome === 'done'))
  if (!isDenied && isComplete) return 'succeeded'
  return reached.some((outcome) => outcome === 'done' || outcome === 'unknown') ? 'partial' : 'failed'
}

function errorsOf({ plan, verdicts, outcomes, stopped, isDryRun }: Account): string[] {
  const denials = verdicts.filter(({ allowed }) => !allowed)
  const wanted = plan?.decisions ?? []
  const failures = wanted.flatMap(({ effect_ref, idempotency_key }) => {
    const found = outcomes.get(idempotency_key)
    if (found === undefined || found.outcome === 'done') return []
    return [
      `${effect_ref}: ${found.outcome === 'unknown' ? 'outcome unknown' : 'failed'}: ${found.why ?? 'no reason given'}`,
    ]
  })
  const denied = new Set(denials.map(({ effect_ref }) => effect_ref))
  const left = wanted.filter((one) => !outcomes.has(one.idempotency_key) && !denied.has(one.effect_ref))
  return [
    ...denials.map(({ effect_ref, reason }) => `policy guard denied ${effect_ref}: ${reason}`),
    ...failures,
    ...(left.length === 0 || isDryRun ? [] : [`not attempted: ${left.map(({ effect_ref }) => effect_ref).join(', ')}`]),
    ...(stopped === null ? [] : [stopped]),
  ]
}

/** Problems that keep a cycle from its goal, for people to plan with. */
export function gapMapOf(errors: readonly string[], intent_id: string): BodyOf<'gap_map'> {
  return {
    gaps: errors.map((description, i) => ({
      gap_id: `gap-${i + 1}`,
      description,
      impacted_intents: [intent_id],
      mitigations: mitigationsOf(description),
      severity: isUnresolved(description) ? 'high' : 'medium',
    })),
  }
}

/** True if only a person can say what became of an effect. */
const isUnresolved = (description: string): boolean =>
  description.includes('outcome unknown') || description.includes('UNRESOLVED')

function mitigationsOf(description: string): string[] {
  if (isUnresolved(description)) return ['Look at the target, then run: bailiff controller resolve']
  if (description.startsWith('policy guard denied'))
    return ["Allow the target in the bundle's policy, or change the plan."]
  return ['Fix the cause, then run the controller again.']
}

export const backlogOf = (errors: readonly string[], intent_id: string): BodyOf<'backlog'> => ({
  items: errors.map((description) => ({
    intent_id,
    priority: isUnresolved(description) ? 'high' : 'medium',
    description,
  })),
})
