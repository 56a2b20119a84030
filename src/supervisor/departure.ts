import { type Entry, isObject, type Json, type JsonObject } from '../ledger/kinds.ts'
import type { Ruling } from '../policy/ruling.ts'

/** Whether a session is still under the policy that was seen to rule it: one that an agent has got rid of decides nothing less. */

/** That a policy ruled a session at some time: one that somebody decided on, in the folder that the session began in. */
export type Ruled = { why: string; source: string; project: string; at: string }

/** What is recorded of a ruling, so that it can be held to. */
export const ruledBody = ({ why, source, project }: Ruling): JsonObject => ({ why, source, project })

/** The rulings that entries tell of. */
export const ruledIn = (entries: Iterable<Entry>): Ruled[] =>
  [...entries].flatMap(({ kind, body, at }) => {
    const ruled = ruledOf(kind === 'policy.ruling' ? body : body['ruling'])
    return ruled === null ? [] : [{ ...ruled, at }]
  })

function ruledOf(body: Json | undefined): Omit<Ruled, 'at'> | null {
  if (!isObject(body)) return null
  const { why, source, project } = body
  const isWhole = typeof why === 'string' && typeof source === 'string' && typeof project === 'string'
  return isWhole ? { why, source, project } : null
}

/** More entries than any session begins with before its first prompt. */
const MAX_OPENING = 50

/** The entries that a session began with, up to its first prompt: what is told when it is resumed is not among them. */
export function openingOf(oldest: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  for (const entry of oldest) {
    const isAgain = entry.kind === 'session.started' && entries.length > 0
    if (isAgain || entries.length === MAX_OPENING) break
    entries.push(entry)
    if (entry.kind === 'turn.opened') break
  }
  return entries
}

type Departure = { code: 'PROJECT_MOVED' | 'POLICY_LOST'; detail: string }

/** How what rules now departs from what ruled; null where it does not, or somebody who may has decided so since. */
export function departureFrom(before: Ruled, now: Ruling): Departure | null {
  // Approvals are sealed, with their time: one from before is no decision about this session.
  if (now.approvedAt !== null && now.approvedAt > before.at) return null
  if (now.project !== before.project)
    return { code: 'PROJECT_MOVED', detail: `The project was ${before.project}, and is ${now.project} now.` }
  if (now.source === before.source || isVouchedFor(before, now)) return null
  const detail = `The policy that ruled (${before.why}) does not any more. ${now.notice ?? ''}`.trim()
  return { code: 'POLICY_LOST', detail }
}

/** A trusted key vouches for all it signs; whoever names a policy for a host's environment may name another. */
const isVouchedFor = (before: Ruled, { why }: Ruling): boolean =>
  why === 'signed' || (why === 'environment' && before.why === 'environment')
