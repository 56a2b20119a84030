import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Decision, ProposedChangePlan } from '../artifacts.ts'
import { stepFor } from '../bundle.ts'
import { fillSettings } from '../fill-settings.ts'
import { effectFor } from '../guard.ts'
import { digest } from '../ids.ts'
import type { Means } from './attempt.ts'
import type { CycleWorld } from './world.ts'

type Acting = Pick<CycleWorld, 'bundle' | 'act' | 'drivers' | 'surroundings'>

/** The driver and the request for an effect that the contract declares. */
export function means(
  { bundle, act, drivers, surroundings }: Acting,
  { effect_ref, target_state, idempotency_key }: Decision,
): Means & { maxAttempts: number } {
  const found = effectFor(bundle, effect_ref)
  if (found === null) throw new Error(`The contract declares no effect for ${effect_ref}.`)
  const { effect, parts } = found
  const { step } = stepFor(bundle, 'act')
  const isRepeatable = effect.idempotency.type !== 'non-idempotent'
  const settings = fillSettings(effect.driver?.settings ?? {}, parts)
  return {
    driver: act.driverFor(effect, { drivers }),
    request: { effect_ref, target_state: target_state as JsonObject, idempotency_key, settings, surroundings },
    timeoutMs: step.timeoutSeconds * 1000,
    isRepeatable,
    maxAttempts: isRepeatable ? step.maxAttempts : 1,
  }
}

/** The hash of how an effect would be carried out: its driver, the settings and the folder. */
export function meansHash(
  { bundle, surroundings }: Pick<CycleWorld, 'bundle' | 'surroundings'>,
  effect_ref: string,
): string {
  const found = effectFor(bundle, effect_ref)
  const driver = found?.effect.driver ?? null
  return digest({
    agent_id: stepFor(bundle, 'act').agent.agent_id,
    driver: driver === null ? null : { ...driver, settings: fillSettings(driver.settings, found?.parts ?? []) },
    cwd: surroundings.cwd,
  } as Json)
}

/** The hash of how a whole plan would be carried out. */
export const planMeans = (
  world: Pick<CycleWorld, 'bundle' | 'surroundings'>,
  { decisions }: ProposedChangePlan,
): string => digest(decisions.map(({ effect_ref }) => meansHash(world, effect_ref)))
