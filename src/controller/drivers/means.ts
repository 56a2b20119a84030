import type { JsonObject } from '../../ledger/kinds.ts'
import type { Decision } from '../artifacts.ts'
import { stepFor } from '../bundle.ts'
import { fillSettings } from '../fill-settings.ts'
import { effectFor } from '../guard.ts'
import type { Means } from './attempt.ts'
import type { CycleWorld } from './world.ts'

/** The driver and the request for an effect that the contract declares. */
export function means(
  { bundle, act, drivers, surroundings }: Pick<CycleWorld, 'bundle' | 'act' | 'drivers' | 'surroundings'>,
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
