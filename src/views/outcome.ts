import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../ledger/stores/files/verify.ts'
import { sessionOf } from '../session/fold.ts'
import { agentsOf, isFine, outcomeOf, type TurnEnd } from '../session/outcome.ts'
import type { Session } from '../session/state.ts'
import { readAgents } from './agents.ts'
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

/** Reads how the last turn of a session ended. */
export async function readEnd(home: Readable, stream: string): Promise<Ended> {
  const session = sessionOf(knownEntries(home, stream))
  const agents = readAgents(home, stream, agentsOf(session))
  return {
    stream,
    session,
    outcome: outcomeOf(session),
    agents: [...agents].map(([own, one]) => ({ stream: own, type: one.agent?.type ?? '', outcome: outcomeOf(one) })),
    audit: await verifyFiles(home.dir, { streams: [stream, ...agents.keys()] }),
    spooled: countSpooled(home, [stream, ...agents.keys()]),
  }
}

/** True if the subagent ended without earning its claims. A subagent that never stopped has claimed nothing. */
export const isUnearned = ({ outcome }: AgentEnded): boolean => outcome.kind !== 'going-on' && !isFine(outcome)
