import type { Draft } from '../../ledger/kinds.ts'
import type { Decision, PolicyDecision, ProposedChangePlan } from '../artifacts.ts'
import { deniedBecause, judgeEffect } from '../guard.ts'
import { unresolvedRefs } from '../state.ts'
import type { EffectCall } from './driver.ts'
import { means } from './means.ts'
import { messageOf } from './reason.ts'
import type { CycleWorld } from './world.ts'

/** A verdict on an effect, who gave it, and what dispatch checks want to be recorded. */
type Judged = {
  verdict: PolicyDecision
  by: 'guard' | 'check'
  /** True if an earlier effect on this target is unresolved. */
  unresolved: boolean
  facts: readonly Draft[]
}

/** Judges an effect by bundle, plan and the controller's state. */
export function guard({ bundle, record }: CycleWorld, plan: ProposedChangePlan, decision: Decision): Judged {
  const { effect_ref, idempotency_key } = decision
  const unresolved = unresolvedRefs(record.state, idempotency_key)
  const verdict = judgeEffect(bundle, plan, effect_ref, unresolved)
  return { verdict, by: 'guard', unresolved: unresolved.has(effect_ref), facts: [] }
}

/** Adds dispatch checks and protection, as for any other call. A denial, or a world without checks, stays as it is. */
export async function check(world: CycleWorld, decision: Decision, guarded: Judged): Promise<Judged> {
  const { verdict } = guarded
  if (!verdict.allowed) return guarded
  const { denied, facts } = await permit(world, decision)
  if (denied === null) return { ...guarded, facts }
  return { ...guarded, verdict: deniedBecause(verdict, 'CHECK_DENIED', denied), by: 'check', facts }
}

/** Asks the driver, then the dispatch checks, whether an effect may be carried out or probed. */
export async function permit(
  world: CycleWorld,
  decision: Decision,
): Promise<{ denied: string | null; facts: readonly Draft[] }> {
  const { effect_ref } = decision
  let calls: readonly EffectCall[]
  try {
    const { driver, request } = means(world, decision)
    const fault = driver.faultOf(request)
    if (fault !== null) return { denied: `the driver refuses it: ${fault}`, facts: [] }
    calls = driver.callsOf(request)
  } catch (error) {
    return { denied: `the driver failed: ${messageOf(error)}`, facts: [] }
  }
  if (world.check === null) return { denied: null, facts: [] }
  return world.check(calls.length === 0 ? [{ kind: 'other', ref: effect_ref }] : calls, world.surroundings.cwd)
}
