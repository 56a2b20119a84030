import type { EnvSnapshot } from '../artifacts.ts'
import { stepFor } from '../bundle.ts'
import type { DecideContext } from './agents.ts'
import { checkedPlan } from './deciding.ts'
import type { Notes } from './notes.ts'
import { messageOf } from './reason.ts'
import type { CycleWorld } from './world.ts'

/** The input of a decide agent besides the snapshot. */
export function decideContext(
  world: CycleWorld,
  notes: Notes,
  snapshot: EnvSnapshot,
  signal: AbortSignal,
  addEvidence: DecideContext['addEvidence'],
): DecideContext {
  const { record, bundle, surroundings } = world
  return {
    surroundings,
    signal,
    config: stepFor(bundle, 'decide').agent.runtime.config,
    addEvidence,
    intent_id: bundle.intent_id,
    effects: stepFor(bundle, 'act').agent.contract.effects,
    faultOf: (proposed) => {
      try {
        checkedPlan(world, snapshot, proposed)
        return null
      } catch (error) {
        return messageOf(error)
      }
    },
    recordCall: async ({ model, prompt, reply, why }) => {
      const stored = await record.putText('prompt', prompt)
      const artifacts = [stored, await record.putText('reply', reply)]
      await record.append([notes.modelCalled({ model, prompt_hash: stored.sha256, why }, artifacts)])
      return stored.sha256
    },
  }
}
