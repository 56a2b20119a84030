import { changedPins, digestsOf } from '../../../policy/stores/pins.ts'
import type { Environment } from '../../../process/environment.ts'
import type { RunValidator } from '../judge-attempt.ts'
import { type Refused, refuse } from '../outcome.ts'
import { shown } from '../render.ts'
import type { ValidatorWorld } from '../world.ts'

/** Refuses a check whose definition has changed since approval. */
export function refuseChanged(
  validator: RunValidator,
  { root, pinned, environment }: Pick<ValidatorWorld, 'root' | 'pinned'> & { environment?: Environment },
): Refused | null {
  if (pinned === null) return null
  const now = digestsOf(root, validator.pins, environment)
  const changed = changedPins(validator.pins, pinned, now)
  if (changed.length === 0) return null
  const sentence = `Its definition has changed since it was approved (${shown(changed)}), and only a person can approve it.`
  return refuse('CHECK_CHANGED', sentence, { pinned: now })
}
