import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { Ruled } from '../../session/facts.ts'

/** Compares the active policy with the one recorded earlier: removing a policy mid-session must not weaken the verdict. */

/** The policy that was active for the session at a given time. */
type RuledAt = Ruled & { at: string }

/** The part of an active policy that is recorded, so that later stops can compare it. */
export const ruledBy = <Source extends string | null>(active: ActivePolicy & { source: Source }): Ruled<Source> => ({
  why: active.why,
  source: active.source,
  project: active.project,
})

type Departure = { code: 'PROJECT_MOVED' | 'POLICY_LOST'; detail: string }

/** The difference between the earlier and the active policy; null if there is none, or a person has approved it since. */
export function departureFrom(before: RuledAt, now: ActivePolicy): Departure | null {
  // Approvals are sealed with their time: an older one is not a decision about this session.
  if (now.approvedAt !== null && now.approvedAt > before.at) return null
  if (now.project !== before.project)
    return { code: 'PROJECT_MOVED', detail: `The project changed from ${before.project} to ${now.project}.` }
  if (now.source === before.source || isVouchedFor(before, now)) return null
  const detail = `The session's earlier policy (${before.why}) is no longer active. ${now.notice ?? ''}`.trim()
  return { code: 'POLICY_LOST', detail }
}

/** True if a person stands behind the new policy: a trusted key signed it, or the host's environment named both policies. */
const isVouchedFor = (before: RuledAt, { why }: ActivePolicy): boolean =>
  why === 'signed' || (why === 'environment' && before.why === 'environment')
