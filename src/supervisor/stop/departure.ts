import type { ActivePolicy } from '../../policy/ruling.ts'
import type { Ruled } from '../../session/facts.ts'

/** Whether a session is still under the policy that was seen to rule it: one that an agent has got rid of decides nothing less. */

/** The policy that ruled the session at some time. */
type RuledAt = Ruled & { at: string }

/** The part of an active policy that is recorded, so that the session can be held to it. */
export const ruledBy = <Source extends string | null>(active: ActivePolicy & { source: Source }): Ruled<Source> => ({
  why: active.why,
  source: active.source,
  project: active.project,
})

type Departure = { code: 'PROJECT_MOVED' | 'POLICY_LOST'; detail: string }

/** How what rules now departs from what ruled; null where it does not, or somebody who may has decided so since. */
export function departureFrom(before: RuledAt, now: ActivePolicy): Departure | null {
  // Approvals are sealed, with their time: one from before is no decision about this session.
  if (now.approvedAt !== null && now.approvedAt > before.at) return null
  if (now.project !== before.project)
    return { code: 'PROJECT_MOVED', detail: `The project was ${before.project}, and is ${now.project} now.` }
  if (now.source === before.source || isVouchedFor(before, now)) return null
  const detail = `The policy that ruled (${before.why}) does not any more. ${now.notice ?? ''}`.trim()
  return { code: 'POLICY_LOST', detail }
}

/** A trusted key vouches for all it signs; whoever names a policy for a host's environment may name another. */
const isVouchedFor = (before: RuledAt, { why }: ActivePolicy): boolean =>
  why === 'signed' || (why === 'environment' && before.why === 'environment')
