import type { JsonObject } from '../../ledger/kinds.ts'
import { desiredSchema, deviations } from '../desired.ts'
import { ControllerError } from '../errors.ts'
import type { DecideAgent } from './agents.ts'

/** The built-in decide agent: proposes the desired state for each target that deviates from it. Needs no model. */
export const builtInDecide: DecideAgent = {
  async decide({ environment }, { config }) {
    const parsed = desiredSchema.safeParse(config)
    if (!parsed.success) {
      const [first] = parsed.error.issues
      throw new ControllerError('AGENT_FAILED', `config.${first?.path.map(String).join('.')}: ${first?.message}`)
    }
    const found = deviations(parsed.data, environment)
    return {
      decisions: found.map(({ effect_ref, target_state }) => ({
        effect_ref,
        target_state: target_state as JsonObject,
      })),
      summary:
        parsed.data.summary ??
        (found.length === 0
          ? 'Everything is in its desired state.'
          : `${found.length} of ${parsed.data.desired.length} targets ${found.length === 1 ? 'is' : 'are'} not in the desired state.`),
    }
  },
}
