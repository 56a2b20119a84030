import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { fact } from '../../session/facts.ts'
import type { HostEvent } from '../event.ts'
import { record } from '../record/record.ts'
import type { Situation } from './judging.ts'
import type { GateWorld } from './world.ts'

/** Finds out what the turn changed, records it, and adds it to the situation. Changes nothing if it cannot be told. */
export async function withChanges(
  world: GateWorld,
  event: HostEvent,
  active: ActivePolicy | null,
  situation: Situation,
): Promise<Situation> {
  const start = situation.session.turns.at(-1)?.start ?? null
  if (active === null || start === null) return situation
  const { turn } = situation
  const changes = await world.changes({ active, start, calls: turn.calls })
  if (changes === null) return situation
  record(world, event, [fact('turn.changed', changes)])
  return { ...situation, turn: { ...turn, changes } }
}
