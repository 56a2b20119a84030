import type { Reading } from '../../claims/extract/claim.ts'
import type { SeenCall } from '../../claims/turn.ts'
import type { Weakened } from '../../claims/weakened.ts'
import type { Entry } from '../../ledger/kinds.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { sessionOf } from '../../session/fold.ts'
import { agentsOf } from '../../session/outcome.ts'
import { allEntries, beforeTurn, changedPaths, sinceLetGo, startAt, stillOpen } from '../../session/recent.ts'
import type { Turn } from '../../session/state.ts'
import type { HostEvent } from '../event.ts'
import type { Changed } from './changed.ts'
import { claimsIn, type Situation } from './judging.ts'
import { callsOf, turnOf } from './turn.ts'
import { unjudgedTurns } from './unjudged.ts'
import type { GateWorld } from './world.ts'

/**
 * The situation with what the turn changed, the tests that are weakened now, those that it lost itself, and the places that it wrote to. `facts`
 * are to be recorded with whatever is recorded next: each append takes time.
 */
type Looked = {
  situation: Situation
  weakened: Weakened[]
  lost: Weakened[]
  roots: string[]
  others: string[]
  facts: Fact[]
}

/** Finds out what the turn changed. If that cannot be told, the calls and earlier stops have to do. */
export async function lookAtChanges(
  world: GateWorld,
  event: HostEvent,
  active: ActivePolicy | null,
  situation: Situation,
  reading: Reading,
): Promise<Looked> {
  const { recorder, accepted } = world
  const { turn } = situation
  const work = unjudgedWork(world, event, situation)
  const isNeeded = claimsIn(reading).length > 0 || work.calls.some(({ changed }) => changed)
  const changes = isNeeded ? await changesIn(world, event, active, work) : null
  const weakened = changes === null ? stillOpen(recorder.recent(event.stream)) : changes.weakened
  const names = weakened.length === 0 || active === null ? null : accepted.of(active.project)
  return {
    situation: changes === null ? situation : { ...situation, turn: { ...turn, changes } },
    weakened: weakened.filter(({ test }) => !names?.has(test)),
    lost: changes?.lost ?? [],
    roots: changes?.roots ?? (active === null ? [] : [active.project]),
    others: changes?.others ?? [],
    facts: changes === null ? [] : [changedFact(changes)],
  }
}

async function changesIn(
  world: GateWorld,
  event: HostEvent,
  active: ActivePolicy | null,
  { start, since, calls }: Work,
): Promise<Changed | null> {
  if (active === null || start === null) return null
  const earlier = stillOpen(beforeTurn(world.recorder.recent(event.stream)))
  const found = await world.changes({
    active,
    start,
    since,
    calls,
    earlier,
    whose: event.agent === null ? 'lead' : 'agent',
  })
  if (found === null) return null
  const restored = restoredForOthers(found, beforeTurn(world.recorder.recent(event.stream)))
  return { ...found, restored }
}

const changedFact = ({ paths, total, restored, theirs, beside }: Changed): Fact =>
  fact('turn.changed', {
    paths,
    total,
    ...(restored.length > 0 && { restored }),
    ...(theirs.length > 0 && { theirs }),
    ...(beside && { beside }),
  })

/** Files that the turn put back, without those that the session itself had changed: that only undoes its own work. */
function restoredForOthers({ restored }: Changed, earlier: Iterable<Entry>): string[] {
  if (restored.length === 0) return []
  const own = changedPaths(earlier)
  return restored.filter((path) => !own.has(path))
}

type Work = { start: Turn['start']; since: string; calls: readonly SeenCall[] }

/** The work to judge: that of this turn, and of the turns before it that no judgement let go. */
function unjudgedWork(
  { recorder, guard }: GateWorld,
  { stream, lead, host, agent }: HostEvent,
  { session, turn, root, policy }: Situation,
): Work {
  const all = sessionOf(sinceLetGo(recorder.recent(stream)))
  const reader = { root, tools: guard.tools(host), endOf: () => '' }
  const cwd = all.cwd ?? session.cwd ?? root
  const unjudged = unjudgedTurns({ ...all, cwd }, reader)
  const turns = unjudged.slice(
    Math.max(
      0,
      unjudged.findIndex(({ start }) => start !== null),
    ),
  )
  const [first] = turns
  if (agent !== null) return { ...beganIn({ recorder, stream, lead }), calls: turn.calls }
  const deferred = policy.subagents === 'block' ? [] : agentsOf(all, first?.at)
  const byAgents = deferred.flatMap((one) => callsOf(sessionOf(allEntries(recorder.recent(one))), reader))
  if (first === undefined || turns.length === 1) {
    const { start = null, at: since = '' } = session.turns.at(-1) ?? {}
    return { start, since, calls: [...turn.calls, ...byAgents] }
  }
  const calls = turns.flatMap((one) => turnOf({ ...all, cwd, before: [], turns: [one] }, reader).calls)
  return { start: first.start, since: first.at, calls: [...calls, ...byAgents] }
}

/** A subagent has no turn of its own: it began with the content of its lead's turn at that time, and with its own changes. */
function beganIn({
  recorder,
  stream,
  lead,
}: Pick<GateWorld, 'recorder'> & Pick<HostEvent, 'stream' | 'lead'>): Omit<Work, 'calls'> {
  const [first] = recorder.oldest(stream)
  const since = first?.at ?? ''
  return { start: recorder.has(lead) ? startAt(recorder.recent(lead), since) : null, since }
}

/** The names of the tests that turns before this one lost. */
export const lostBefore = ({ recorder }: GateWorld, { stream }: HostEvent): ReadonlySet<string> =>
  new Set(stillOpen(beforeTurn(recorder.recent(stream))).map(({ test }) => test))
