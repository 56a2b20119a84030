import { toolsOf } from '../../hosts/calls.ts'
import { recordedCall } from '../../supervisor/dispatch/seen-call.ts'
import { type Call, callOf } from '../../trust/call.ts'
import { currentState } from '../../trust/drivers/snapshot.ts'
import { isHarm, type Outcome } from '../../trust/outcome.ts'
import { callKey, callKeyOf, type KnownOutcome } from '../../trust/state.ts'
import { scoredCalls } from '../../views/scored-calls.ts'
import type { Args, Io } from '../command.ts'
import { readEvents } from './events.ts'
import type { TrustHere } from './store.ts'

/** As far back as a project's counts reach. */
const MAX_CALLS = 10_000

/** A recorded call and its outcome; null if nobody observed one. */
export type Labelled = { call: Call; outcome: Outcome | null }

/** The calls to replay, oldest first: of a file if one is named, otherwise the project's own. */
export const labelledHere = (args: Args, io: Io, here: TrustHere): Labelled[] =>
  args.words.length > 0
    ? readEvents(args, io).map((event) => ({ call: callOf(event), outcome: event.outcome }))
    : fromLedger(here)

function fromLedger({ home, project }: TrustHere): Labelled[] {
  if (home === null) return []
  const outcomes = outcomesOf(currentState(home, project).outcomes)
  return scoredCalls(home, project, MAX_CALLS)
    .reverse()
    .flatMap((scored) => {
      const call = recordedCall(scored.proposal, toolsOf(scored.host))
      if (call === null || scored.proposal === null) return []
      const key = callKey({ stream: scored.stream, seq: scored.proposal.seq })
      return [{ call, outcome: outcomes.get(key) ?? null }]
    })
}

/** The outcome of each call. Harm outweighs "fine": whoever saw it knew more. */
function outcomesOf(known: readonly KnownOutcome[]): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const one of known) {
    const call = callKeyOf(one)
    if (isHarm(one.outcome) || !outcomes.has(call)) outcomes.set(call, one.outcome)
  }
  return outcomes
}
