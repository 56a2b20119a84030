import type { Past } from '../claims/evidence.ts'
import { type Answer, Unrecorded } from './answer.ts'
import type { HostEvent, Stop } from './event.ts'
import { observeOutcomes } from './outcomes/observe.ts'
import { interruptedStops } from './record/late-checks.ts'
import { lostSince, withLost } from './record/lost-hooks.ts'
import { record } from './record/record.ts'
import { recordStop } from './record/stop.ts'
import { besideStop } from './stop/beside.ts'
import { lookAtChanges, lostBefore } from './stop/changes.ts'
import { defer, isDeferred, withDeferred } from './stop/deferred.ts'
import { answerFailure } from './stop/failure.ts'
import { GateError } from './stop/gate-error.ts'
import type { Gathered } from './stop/gathered.ts'
import { claimsToEarn, judged, judgeEach, spentIn } from './stop/judging.ts'
import { readMessage } from './stop/message.ts'
import { untold, withMissed } from './stop/missed-tests.ts'
import { withModel } from './stop/model.ts'
import { pastOf } from './stop/past.ts'
import { requirePolicy, requireUnchanged } from './stop/require-policy.ts'
import { interrupted } from './stop/settled-facts.ts'
import { openingEntries, situationOf, turnEntries } from './stop/situation.ts'
import { answerVerdict } from './stop/verdict-answer.ts'
import { type GateWorld, gatherFor } from './stop/world.ts'

/** Handles one final message, from the event to the verdict. If the gate itself fails, the turn is blocked once. */
export async function stopGate(world: GateWorld, event: HostEvent, stop: Stop): Promise<Answer> {
  try {
    // Recorded first, so that a gate that is killed leaves a trace.
    recordStop(world, event, stop, 'judged')
    if (!event.isWhole) throw new GateError('EVENT_INCOMPLETE', 'The event is larger than 64 MB, or ended early.')
    const answer = await judge(world, event, stop)
    observeOutcomes(world, event)
    return withLost(answer, lostSince(world, event))
  } catch (error) {
    if (error instanceof Unrecorded) throw error
    return answerFailure(world, event, error)
  }
}

async function judge(world: GateWorld, event: HostEvent, stop: Stop): Promise<Answer> {
  // What does the agent claim?
  const said = readMessage(world, event, stop)

  // Which policy judges it, and is it the one the session began under?
  const found = requirePolicy(world, event)
  requireUnchanged(found, openingEntries(world, event))
  const entries = turnEntries(world, event)
  requireUnchanged(found, entries)
  const gone = interruptedStops(world, entries)
  if (gone.length > 0)
    record(
      world,
      event,
      gone.map((pending) => interrupted(pending, null)),
    )
  const active = found.kind === 'found' ? found.active : null

  // Does a model read claims in it that the rules missed, and are there subagents that it has to answer for?
  const read = await withModel(world, event, stop, said, active?.policy ?? null)
  const seen = situationOf(world, event, active, entries)
  if (isDeferred(world, event, seen.policy)) return defer(world, event, read, seen)
  const reading = withDeferred(world, event, read, seen.session)

  // What happened in the turn, and which claims need evidence?
  const looked = await lookAtChanges(world, event, active, seen, reading)
  const { situation: before, roots, others } = looked
  const claims = claimsToEarn(reading, before)
  const gatherings: Gathered[] = []
  if (claims.length > 0 && active !== null)
    for (const [i, root] of roots.entries())
      gatherings.push(await gatherFor(world, event, claims, active, root, before, i === 0 ? looked.facts : []))
  const gathered = gatherings.at(-1) ?? null
  // Gathering recorded new validator results.
  const situation = gathered === null ? before : situationOf(world, event, active, turnEntries(world, event))

  // How does the turn end?
  const { weakened, lost } = withMissed(looked, situation.turn, gathered, () => lostBefore(world, event))
  const past = (): Past => pastOf(world, event, situation.root)
  const judgement = judgeEach(reading, situation, gatherings, {
    weakened,
    lost: untold(lost, stop.message ?? ''),
    past,
  })
  const count = world.blocks.read(event.stream)
  const beside = besideStop(event, stop, () => world.recorder.recent(event.stream))
  const around = { beside, weakened, count }
  const spent = spentIn(situation.session, situation.policy.blockBudget, around)
  return answerVerdict(world, event, {
    reading,
    situation,
    gathered,
    found,
    others,
    facts: gathered === null ? looked.facts : [],
    ...around,
    ...judged(judgement, spent),
  })
}
