import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../ledger/stores/files/verify.ts'
import { sessionOf } from '../session/fold.ts'
import { agentsOf, isFine, outcomeOf, type TurnEnd } from '../session/outcome.ts'
import type { Checking, RecordedJudgement, Session } from '../session/state.ts'
import { readAgents } from './agents.ts'
import { isInterrupted } from './check-life.ts'
import { countSpooled } from './spooled.ts'
import { checksAtStop } from './stop-checks.ts'

/** The end of a turn and of its subagents, with the audit of their streams. */
export type Ended = {
  stream: string
  session: Session
  outcome: TurnEnd
  agents: AgentEnded[]
  audit: VerifyReport
  /** The number of entries still in the spool: they count, but the audit does not cover them yet. */
  spooled: number
}

export type AgentEnded = { stream: string; type: string; outcome: TurnEnd }

/** Reads a session; once more if its checks seem to have vanished: they may have ended between the two reads. */
export function readNow(home: Readable, stream: string): { session: Session; outcome: TurnEnd } {
  const first = readOnce(home, stream)
  return isVanished(first.outcome) ? readOnce(home, stream) : first
}

function readOnce(home: Readable, stream: string): { session: Session; outcome: TurnEnd } {
  const session = sessionOf(knownEntries(home, stream))
  return { session, outcome: endNow(home, stream, session) }
}

const isVanished = (outcome: TurnEnd): boolean =>
  outcome.kind === 'unanswered' || (outcome.kind === 'judged' && outcome.judgement.failed === INTERRUPTED)

/** The checks that run for the last stop of a session, while it waits for them or in the background; null if none do. */
export function checksNow(home: Readable, stream: string): Checking | null {
  const { outcome } = readNow(home, stream)
  if (outcome.kind === 'checking') return outcome.checking
  return outcome.kind === 'judged' && outcome.judgement.verdict === 'checking' ? outcome.judgement.checking : null
}

/** Reads how the last turn of a session ended. */
export async function readEnd(home: Readable, stream: string): Promise<Ended> {
  const { session, outcome } = readNow(home, stream)
  const agents = agentsEnded(home, stream, session)
  const streams = [stream, ...agents.map((one) => one.stream)]
  return {
    stream,
    session,
    outcome,
    agents,
    audit: await verifyFiles(home.dir, { streams }),
    spooled: countSpooled(home, streams),
  }
}

/** How the subagents of a session's last turn ended. */
export const agentsEnded = (home: Readable, stream: string, session: Session): AgentEnded[] =>
  [...readAgents(home, stream, agentsOf(session))].map(([own, one]) => ({
    stream: own,
    type: one.agent?.type ?? '',
    outcome: endNow(home, own, one),
  }))

/** The end of the last turn. A stop without a verdict may be waiting for its checks. */
function endNow({ dir }: Readable, stream: string, session: Session): TurnEnd {
  const outcome = outcomeOf(session)
  if (outcome.kind !== 'unanswered') return running(outcome)
  const { turn, seq, stop, isCertain } = outcome
  const checking = isCertain ? null : checksAtStop(dir, stream, stop.at)
  return checking === null ? outcome : { turn, seq, kind: 'checking', stop, checking }
}

/** Replaces the verdict `checking` if the process that runs the checks is gone: they will never end. */
function running(outcome: TurnEnd): TurnEnd {
  if (outcome.kind !== 'judged' || outcome.judgement.verdict !== 'checking') return outcome
  const { checking } = outcome.judgement
  if (checking !== null && !isInterrupted(checking, new Date())) return outcome
  return { ...outcome, judgement: neverEnded(outcome.judgement) }
}

const INTERRUPTED = 'CHECK_INTERRUPTED'

const neverEnded = (judgement: RecordedJudgement): RecordedJudgement => ({
  ...judgement,
  verdict: 'unsupervised',
  failed: INTERRUPTED,
  detail: 'The check never ended: its process is gone.',
})

/** True if the subagent ended without earning its claims. A subagent that never stopped has claimed nothing. */
export const isUnearned = ({ outcome }: AgentEnded): boolean => outcome.kind !== 'going-on' && !isFine(outcome)
