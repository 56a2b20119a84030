import type { ArtifactRef, JsonObject } from '../../ledger/kinds.ts'
import { redactJson } from '../../ledger/redact.ts'
import type { EnvSnapshot, ProposedChangePlan } from '../artifacts.ts'
import { stepFor } from '../bundle.ts'
import { ControllerError } from '../errors.ts'
import { effectFor } from '../guard.ts'
import { planOf } from '../plan.ts'
import { means } from './means.ts'
import type { CycleWorld } from './world.ts'

type Deciding = Pick<CycleWorld, 'bundle' | 'act' | 'drivers' | 'surroundings'>

/** Makes a plan of a proposal. Throws `PLAN_INVALID` if it breaks the schema, the contract or a driver's rules. */
export function checkedPlan(world: Deciding, snapshot: EnvSnapshot, proposed: unknown): ProposedChangePlan {
  const plan = planOf(world.bundle, snapshot, proposed)
  const { redacted } = redactJson({ plan: plan as JsonObject })
  if (redacted !== null) throw secret(Object.keys(redacted))
  for (const decision of plan.decisions) {
    if (effectFor(world.bundle, decision.effect_ref) === null) continue
    const { driver, request } = means(world, decision)
    const fault = driver.faultOf(request)
    if (fault !== null)
      throw new ControllerError('PLAN_INVALID', `The proposed plan is invalid. ${decision.effect_ref}: ${fault}`)
  }
  return plan
}

/** Makes a plan of a proposal, and stores it. */
export async function proposePlan(
  world: Deciding & Pick<CycleWorld, 'record'>,
  snapshot: EnvSnapshot,
  proposed: unknown,
): Promise<{ plan: ProposedChangePlan; artifact: ArtifactRef }> {
  const { record, bundle } = world
  const plan = checkedPlan(world, snapshot, proposed)
  const meta = { agent_id: stepFor(bundle, 'decide').agent.agent_id }
  const artifact = await record.seal('proposed_change_plan', plan.plan_id, plan, { meta })
  if (artifact.redacted !== undefined) throw secret(Object.keys(artifact.redacted))
  return { plan, artifact }
}

/** A plan is stored word for word, so that it can be replayed. */
const secret = (kinds: readonly string[]): ControllerError =>
  new ControllerError(
    'PLAN_INVALID',
    `The proposed plan contains a secret (${kinds.join(', ')}), and plans are recorded. Name an environment variable in the driver's settings instead.`,
  )
