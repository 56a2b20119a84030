import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import { readRegister } from '../ledger/stores/files/read-register.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { sessionOf } from '../session/fold.ts'
import { type Session, stepsOf } from '../session/state.ts'

/** The streams of all subagents that a session tells of. */
export const agentStreams = (session: Session): string[] =>
  stepsOf(session).flatMap((step) => (step.kind === 'agent' && step.stream !== null ? [step.stream] : []))

/** The subagents' own streams, beginning with these, and theirs; each once, whatever an entry may say. */
export function readAgents(home: Readable, stream: string, first: readonly string[]): Map<string, Session> {
  const listed = readRegister(home).streams
  const agents = new Map<string, Session>()
  const waiting = [...first]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const isOther = next.startsWith('session/') && next !== stream && !agents.has(next)
    // One that was never begun has nothing to tell; one that is gone is for the audit to find.
    if (!isOther || !listed.has(next)) continue
    const found = sessionOf(knownEntries(home, next))
    agents.set(next, found)
    waiting.push(...agentStreams(found))
  }
  return agents
}
