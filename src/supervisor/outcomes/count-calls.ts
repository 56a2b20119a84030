import type { Call } from '../../session/state.ts'
import type { CallsCounted } from '../../trust/facts.ts'
import type { SeenTurn } from './outcome.ts'

/** Counts the scored calls of a turn; null if there are none. */
export function countCalls(stream: string, { seq, calls }: SeenTurn): CallsCounted | null {
  const scored = calls.filter((call): call is ScoredCall => call.risk !== null && call.risk.score !== null)
  if (scored.length === 0) return null
  const ran = scored.filter(({ end, denied }) => denied === null && end !== null && end.status !== 'refused')
  return {
    stream,
    turn: seq,
    scored: scored.length,
    above: scored.filter(({ risk }) => risk.isEscalated).length,
    ran: ran.map(({ seq: own, risk }) => [own, risk.score] as const),
    matched: [...new Set(scored.flatMap(({ risk }) => risk.matched))],
  }
}

type ScoredCall = Call & { risk: NonNullable<Call['risk']> & { score: number } }
