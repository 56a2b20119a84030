import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../ledger/stores/files/verify.ts'
import { sessionOf } from '../session/fold.ts'
import { agentsOf, isFine, outcomeOf, type TurnEnd } from '../session/outcome.ts'
import type { RecordedJudgement, Session } from '../session/state.ts'
import { readAgents } from './agents.ts'
import { isInterrupted } from './check-life.ts'
import { countSpooled } from './spooled.ts'

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
function readSession(home: Readable, stream: string): Session {
  const session = sessionOf(knownEntries(home, stream))
  const outcome = outcomeOf(session)
  return running(outcome) === outcome ? session : sessionOf(knownEntries(home, stream))
}

/** Reads how the last turn of a session ended. */
export async function readEnd(home: Readable, stream: string): Promise<Ended> {
  const session = readSession(home, stream)
  const agents = readAgents(home, stream, agentsOf(session))
  return {
    stream,
    session,
    outcome: running(outcomeOf(session)),
    agents: [...agents].map(([own, one]) => ({
      stream: own,
      type: one.agent?.type ?? '',
      outcome: running(outcomeOf(one)),
    })),
    audit: await verifyFiles(home.dir, { streams: [stream, ...agents.keys()] }),
    spooled: countSpooled(home, [stream, ...agents.keys()]),
  }
}

/** Replaces the verdict `checking` if the process that runs the checks is gone: they will never end. */
function running(outcome: TurnEnd): TurnEnd {
  if (outcome.kind !== 'judged' || outcome.judgement.verdict !== 'checking') return outcome
  const { checking } = outcome.judgement
  if (checking !== null && !isInterrupted(checking, new Date())) return outcome
  return { ...outcome, judgement: neverEnded(outcome.judgement) }
}

const neverEnded = (judgement: RecordedJudgement): RecordedJudgement => ({
  ...judgement,
  verdict: 'unsupervised',
  failed: 'CHECK_INTERRUPTED',
  detail: 'The check never ended: its process is gone.',
})

/** True if the subagent ended without earning its claims. A subagent that never stopped has claimed nothing. */
export const isUnearned = ({ outcome }: AgentEnded): boolean => outcome.kind !== 'going-on' && !isFine(outcome)
