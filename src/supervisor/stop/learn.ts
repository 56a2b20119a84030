import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { Session } from '../../session/state.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { countCalls } from './count-calls.ts'

/**
 * Learns from the turn. A turn that is judged again is counted again; the later count replaces the earlier one. A failure
 * costs no verdict: the next turn makes up for it.
 */
export function learnFrom(
  { trust }: GuardedWorld,
  { stream }: HostEvent,
  active: ActivePolicy | null,
  session: Session,
): void {
  if (active === null || trust === null) return
  try {
    const count = countCalls(stream, session)
    if (count !== null) trust.learn(active.project, { count, outcomes: [] })
  } catch {
    // The scores go on with what was known before.
  }
}
