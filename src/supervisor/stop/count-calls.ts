import { type Call, type Session, stepsOf } from '../../session/state.ts'
import type { CallsCounted } from '../../trust/facts.ts'

/** Counts the scored calls of the turn; null if there are none. */
export function countCalls(stream: string, session: Session): CallsCounted | null {
  const calls = stepsOf(session).filter((one): one is ScoredCall => one.kind === 'call' && isScored(one))
  if (calls.length === 0) return null
  const ran = calls.filter(({ end, denied }) => denied === null && end !== null && end.status !== 'refused')
  return {
    stream,
    turn: session.turns.at(-1)?.seq ?? 0,
    scored: calls.length,
    above: calls.filter(({ risk }) => risk.isEscalated).length,
    ran: ran.map(({ seq, risk }) => [seq, risk.score] as const),
    matched: [...new Set(calls.flatMap(({ risk }) => risk.matched))],
  }
}

type ScoredCall = Call & { risk: NonNullable<Call['risk']> & { score: number } }

const isScored = ({ risk }: Call): boolean => risk !== null && risk.score !== null
