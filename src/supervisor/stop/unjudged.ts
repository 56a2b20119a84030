import { isLettingGo } from '../../session/recent.ts'
import type { Session, Turn } from '../../session/state.ts'
import { type Reader, turnOf } from './turn.ts'

/**
 * The turns whose work is to be judged: the current one, and those before it that no judgement let go, because a prompt came in
 * the middle of their work, or after it was held back.
 */
export function unjudgedTurns(session: Session, reader: Reader): readonly Turn[] {
  const letGo = session.turns.slice(0, -1).findLastIndex((turn) => isLetGo(turn, session, reader))
  return session.turns.slice(letGo + 1)
}

function isLetGo(turn: Turn, session: Session, reader: Reader): boolean {
  const judged = turn.steps.findLast((step) => step.kind === 'judgement' && step.of === null)
  if (judged?.kind !== 'judgement' || !isLettingGo(judged.verdict)) return false
  // A host may let an agent go on after its turn ended.
  const { calls } = turnOf({ ...session, before: [], turns: [turn] }, reader)
  return !calls.some(({ seq, changed }) => seq > judged.seq && changed)
}

/** The content that the work to judge started with: that of the first of its turns. Null if it is unknown. */
export const startOfWork = (session: Session, reader: Reader): Turn['start'] =>
  unjudgedTurns(session, reader).find(({ start }) => start !== null)?.start ?? null
