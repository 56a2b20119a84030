import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { type Call, type Session, stepsOf } from '../../session/state.ts'
import { trustDraft } from '../../trust/facts.ts'
import { trustStream } from '../../trust/stream.ts'
import type { HostEvent } from '../event.ts'
import type { World } from '../world.ts'

/**
 * Counts the turn's scored calls for the project's own rate of false alarms. A turn that is judged again is counted again;
 * the later count replaces the earlier one.
 */
export function countCalls(
  { recorder }: World,
  { stream }: HostEvent,
  active: ActivePolicy | null,
  session: Session,
): void {
  const calls = stepsOf(session).filter(
    (one): one is Call => one.kind === 'call' && one.risk !== null && one.risk.score !== null,
  )
  if (active === null || calls.length === 0) return
  const ran = calls.filter(({ end, denied }) => denied === null && end !== null && end.status !== 'refused')
  const body = {
    stream,
    turn: session.turns.at(-1)?.seq ?? 0,
    scored: calls.length,
    ran: ran.length,
    escalated: ran.filter(({ risk }) => risk?.isEscalated === true).map(({ seq }) => seq),
  }
  try {
    recorder.append(trustStream(active.project), [trustDraft({ kind: 'calls.counted', body })])
  } catch {
    // A count must not cost a verdict. The next turn is counted again.
  }
}
