import type { Draft } from '../../ledger/kinds.ts'
import type { Decision, PolicyDecision, ProposedChangePlan } from '../artifacts.ts'
import { deniedBecause, judgeEffect } from '../guard.ts'
import { unresolvedRefs } from '../state.ts'
import { means } from './means.ts'
import type { CycleWorld } from './world.ts'

/** A verdict on an effect, who gave it, and what dispatch checks want to be recorded. */
type Judged = { verdict: PolicyDecision; by: 'guard' | 'check'; facts: readonly Draft[] }

/** Judges an effect by bundle, plan and the controller's state. */
export function guard({ bundle, record }: CycleWorld, plan: ProposedChangePlan, decision: Decision): Judged {
  const { effect_ref, idempotency_key } = decision
  const verdict = judgeEffect(bundle, plan, effect_ref, unresolvedRefs(record.state, idempotency_key))
  return { verdict, by: 'guard', facts: [] }
}

/** Adds dispatch checks and protection, as for any other call. A denial, or a world without checks, stays as it is. */
export async function check(world: CycleWorld, decision: Decision, guarded: Judged): Promise<Judged> {
  const { verdict } = guarded
  if (!verdict.allowed || world.check === null) return guarded
  const { driver, request } = means(world, decision)
  const calls = driver.callsOf(request)
  const { denied, facts } = await world.check(
    calls.length === 0 ? [{ kind: 'other', ref: decision.effect_ref }] : calls,
    world.surroundings.cwd,
  )
  if (denied === null) return { verdict, by: 'guard', facts }
  return { verdict: deniedBecause(verdict, 'CHECK_DENIED', denied), by: 'check', facts }
}
