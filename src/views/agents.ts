import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import { readRegister } from '../ledger/stores/files/read-register.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { sessionOf } from '../session/fold.ts'
import { type Session, stepsOf } from '../session/state.ts'

/** The streams of a session's subagents. */
export const agentStreams = (session: Session): string[] =>
  stepsOf(session).flatMap((step) => (step.kind === 'agent' && step.stream !== null ? [step.stream] : []))

/** Reads these subagents and their own subagents, each once, even if entries name each other in a cycle. */
export function readAgents(home: Readable, stream: string, first: readonly string[]): Map<string, Session> {
  const listed = readRegister(home).streams
  const agents = new Map<string, Session>()
  const waiting = [...first]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const isOther = next.startsWith('session/') && next !== stream && !agents.has(next)
    // A stream that was never started has no entries; the audit reports a removed stream.
    if (!isOther || !listed.has(next)) continue
    const found = sessionOf(knownEntries(home, next))
    agents.set(next, found)
    waiting.push(...agentStreams(found))
  }
  return agents
}
