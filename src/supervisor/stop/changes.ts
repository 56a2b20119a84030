import type { Reading } from '../../claims/extract/claim.ts'
import type { Weakened } from '../../claims/weakened.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { fact } from '../../session/facts.ts'
import { beforeTurn, stillOpen } from '../../session/recent.ts'
import type { HostEvent } from '../event.ts'
import { record } from '../record/record.ts'
import type { Changed } from './changed.ts'
import type { Situation } from './judging.ts'
import type { GateWorld } from './world.ts'

/** The situation with what the turn changed, the tests that are weakened now, and the places that the turn wrote to. */
type Looked = { situation: Situation; weakened: Weakened[]; roots: string[]; others: string[] }

/** Finds out what the turn changed, and records it. If that cannot be told, the calls and earlier stops have to do. */
export async function lookAtChanges(
  world: GateWorld,
  event: HostEvent,
  active: ActivePolicy | null,
  situation: Situation,
  { claims }: Reading,
): Promise<Looked> {
  const { recorder, accepted } = world
  const { turn } = situation
  const isNeeded = claims.length > 0 || turn.calls.some(({ changed }) => changed)
  const changes = isNeeded ? await changesIn(world, event, active, situation) : null
  const weakened = changes === null ? stillOpen(recorder.recent(event.stream)) : changes.weakened
  const names = weakened.length === 0 || active === null ? null : accepted.of(active.project)
  return {
    situation: changes === null ? situation : { ...situation, turn: { ...turn, changes } },
    weakened: weakened.filter(({ test }) => !names?.has(test)),
    roots: changes?.roots ?? (active === null ? [] : [active.project]),
    others: changes?.others ?? [],
  }
}

async function changesIn(
  world: GateWorld,
  event: HostEvent,
  active: ActivePolicy | null,
  { session, turn: { calls } }: Situation,
): Promise<Changed | null> {
  const { start = null, at: since = '' } = session.turns.at(-1) ?? {}
  if (active === null || start === null) return null
  const earlier = stillOpen(beforeTurn(world.recorder.recent(event.stream)))
  const changes = await world.changes({ active, start: start.sha256, since, calls, earlier })
  if (changes !== null) record(world, event, [fact('turn.changed', { paths: changes.paths, total: changes.total })])
  return changes
}
