import type { Claim, Reading } from '../../claims/extract/claim.ts'
import { isBlocking } from '../../claims/finding.ts'
import { isStrong } from '../../claims/strong.ts'
import { didOf } from '../../claims/turn-effects.ts'
import type { Entry } from '../../ledger/kinds.ts'
import type { Policy } from '../../policy/policy.ts'
import { fact, isFact } from '../../session/facts.ts'
import { agentsOf } from '../../session/outcome.ts'
import { isGoingOn, lastJudged } from '../../session/recent.ts'
import type { Session } from '../../session/state.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { NOTHING } from './beside.ts'
import { claimsIn, type JudgedMessage, judgedBody, judgeTurn, type Situation, spentIn } from './judging.ts'
import { pastOf } from './past.ts'
import { recorded } from './verdict-answer.ts'

/**
 * Stops of subagents that the next stop of their lead judges. A host hands the lead only the last message of a subagent, so a
 * block would cost the lead the subagent's report.
 */

/** True if this is the stop of a subagent, and its lead has yet to stop. */
export const isDeferred = ({ recorder }: GuardedWorld, { agent, lead }: HostEvent, policy: Policy): boolean =>
  agent !== null && policy.subagents !== 'block' && recorder.has(lead) && isGoingOn(recorder.recent(lead))

/** Records the claims that the lead's stop will judge. */
export function defer(world: GuardedWorld, event: HostEvent, reading: Reading, situation: Situation): Answer {
  const before = { weakened: [], lost: [], past: () => pastOf(world, event, situation.root) }
  const { findings } = judgeTurn(reading, situation, null, before)
  const held = new Set<string>(findings.filter(isBlocking).map(({ subject }) => subject))
  // "Task complete." of a subagent that only looked says that it has looked.
  const { changed } = didOf(situation.turn)
  const own = claimsIn(reading).filter(
    (claim) => isStrong(claim) && held.has(claim.type) && (claim.type !== 'done' || changed),
  )
  const claims = own.length > 0 || reading.gaps.length > 0 ? own : claimedBefore(world, event)
  const around = { beside: NOTHING, weakened: [], count: { blocks: 0 } }
  const spent = spentIn(situation.session, situation.policy.blockBudget, around)
  const message: JudgedMessage = { verdict: 'deferred', judgement: { findings: [], notes: [] }, spent }
  const body = judgedBody(message, { ...withoutAdded(reading), claims }, situation, null, around)
  return recorded(world, event, [fact('stop.judged', body)], GO_ON)
}

/** The claims of this subagent's last stop, if its lead has not answered for them: one that goes on does not take them back. */
function claimedBefore({ recorder }: GuardedWorld, { stream, lead }: HostEvent): Claim[] {
  const last = lastJudged(recorder.recent(stream))
  if (last?.verdict !== 'deferred' || last.at < lastTurnAt(recorder.recent(lead))) return []
  return last.claims.flatMap(({ type, quote }) => claimOf(type, quote) ?? [])
}

/** The time of the last prompt or verdict. */
function lastTurnAt(recent: Iterable<Entry>): string {
  for (const entry of recent) if (isFact(entry, 'turn.opened', 'stop.judged')) return entry.at
  return ''
}

const withoutAdded = ({ added: _, ...reading }: Reading): Reading => reading

/** Adds the claims of the subagents that stopped in this turn. A message that states gaps of its own speaks for them too. */
export function withDeferred(
  { recorder }: GuardedWorld,
  { agent }: HostEvent,
  reading: Reading,
  session: Session,
): Reading {
  if (agent !== null || reading.gaps.length > 0) return reading
  const deferred = agentsOf(session).flatMap((stream) => deferredIn(recorder, stream))
  return deferred.length === 0 ? reading : { ...reading, deferred }
}

function deferredIn({ recent }: GuardedWorld['recorder'], stream: string): Claim[] {
  const last = lastJudged(recent(stream))
  if (last?.verdict !== 'deferred') return []
  return last.claims.flatMap(({ type, quote }) => claimOf(type, `a subagent: ${quote}`) ?? [])
}

function claimOf(type: string, quote: string): Claim | null {
  const common = { quote, start: 0, end: 0, segment: 'prose', hedged: false } as const
  switch (type) {
    case 'done':
      return { ...common, type, level: 'explicit' }
    case 'blocked':
      return { ...common, type, stops: 'task' }
    case 'shipped':
    case 'verified':
    case 'fixed':
    case 'tests_pass':
    case 'delegation':
      return { ...common, type }
    default:
      return null
  }
}
