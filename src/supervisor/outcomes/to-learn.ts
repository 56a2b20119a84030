import type { Call } from '../../session/state.ts'
import type { Seen, SeenOutcome } from '../../trust/learning/seen.ts'
import { recordedCall } from '../dispatch/seen-call.ts'
import type { Tools } from '../tools.ts'
import { countCalls } from './count-calls.ts'
import type { ObservedCall, SeenTurn } from './outcome.ts'

/** Collects what a session's latest turns can teach: the calls of the last turn that has any, and the known outcomes. */
export function toLearn(
  stream: string,
  turns: readonly SeenTurn[],
  observed: readonly ObservedCall[],
  tools: Tools,
): Seen {
  const last = turns.findLast(({ calls }) => calls.length > 0)
  const calls = new Map(turns.flatMap((turn) => turn.calls).map((call) => [call.seq, call]))
  return {
    count: last === undefined ? null : countCalls(stream, last),
    outcomes: observed.flatMap((one) => {
      const call = calls.get(one.seq)
      return call === undefined ? [] : outcomeOf(stream, one, call, tools)
    }),
  }
}

/** Nothing can be learnt from a call whose input was too long to be kept in its entry. */
function outcomeOf(stream: string, observed: ObservedCall, call: Call, tools: Tools): SeenOutcome[] {
  const seen = recordedCall(call, tools)
  if (seen === null) return []
  const { score, isEscalated } = call.risk ?? { score: null, isEscalated: false }
  return [{ stream, ...observed, call: seen, score, isAbove: isEscalated }]
}
