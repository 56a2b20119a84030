import type { PolicyDecision, ProposedChangePlan } from './artifacts.ts'
import type { Bundle, Effect } from './bundle.ts'
import { stepFor } from './bundle.ts'
import { idempotencyKey } from './ids.ts'
import { matchesAny, matchRef } from './refs.ts'

/** The policy guard: denies by default, and judges every effect before it runs. Pure. */

/** Why the guard denies an effect. */
export const DENIALS = {
  NOT_DECLARED: 'the plan does not list it in policy_requirements',
  NOT_IN_CONTRACT: 'the act agent declares no such effect',
  NOT_ALLOWED: 'target not allowlisted',
  UNRESOLVED: 'the outcome of an earlier attempt is unknown; a person must resolve it first',
  CHECK_DENIED: 'dispatch checks do not permit it',
  NOT_APPROVED: 'a person rejected the plan',
} as const
type Denial = keyof typeof DENIALS

const ALLOWED = 'allowed by policy'

const denied = (effect_ref: string, denial: Denial, more = DENIALS[denial] as string): PolicyDecision => ({
  effect_ref,
  allowed: false,
  reason: `${denial}: ${more}`,
})

/** Judges an output of observe or decide: `state:env.snapshot`, `artifact:proposed.plan`. */
export const judgeOutput = ({ policy }: Bundle, target: string): PolicyDecision =>
  matchesAny(policy.allow, target)
    ? { effect_ref: target, allowed: true, reason: ALLOWED }
    : denied(target, 'NOT_ALLOWED')

/** Judges an effect of a plan. `unresolved` are the refs whose last outcome is unknown under another key. */
export function judgeEffect(
  bundle: Bundle,
  plan: ProposedChangePlan,
  effect_ref: string,
  unresolved: ReadonlySet<string>,
): PolicyDecision {
  const idempotency_key = idempotencyKey(plan.plan_id, effect_ref)
  const denial = denialOf(bundle, plan, effect_ref, unresolved)
  return denial === null
    ? { effect_ref, allowed: true, reason: ALLOWED, idempotency_key }
    : { ...denied(effect_ref, denial), idempotency_key }
}

function denialOf(
  bundle: Bundle,
  { policy_requirements }: ProposedChangePlan,
  effect_ref: string,
  unresolved: ReadonlySet<string>,
): Denial | null {
  if (!policy_requirements.includes(effect_ref)) return 'NOT_DECLARED'
  if (effectFor(bundle, effect_ref) === null) return 'NOT_IN_CONTRACT'
  if (!matchesAny(bundle.policy.allow, effect_ref)) return 'NOT_ALLOWED'
  return unresolved.has(effect_ref) ? 'UNRESOLVED' : null
}

/** A denial that the guard itself cannot derive: by dispatch checks, or by a person. */
export const deniedBecause = (decision: PolicyDecision, denial: Denial, why?: string): PolicyDecision => ({
  ...decision,
  ...denied(decision.effect_ref, denial, why),
})

/** The effect that the act agent declares for a ref, with the parts that its `*` stand for. */
export function effectFor(bundle: Bundle, effect_ref: string): { effect: Effect; parts: string[] } | null {
  for (const effect of stepFor(bundle, 'act').agent.contract.effects) {
    const parts = matchRef(effect.target, effect_ref)
    if (parts !== null) return { effect, parts }
  }
  return null
}
