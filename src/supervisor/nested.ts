import { agentStarted } from '../shell/agents.ts'
import { readShell } from '../shell/read.ts'
import type { Fact } from './fact.ts'

/**
 * The agent programs that a command starts, each a blind spot: what they do is on record only if they report here
 * themselves, and their session is linked then. Nothing where the command cannot be read.
 */
export function nestedAgents(command: string): Fact[] {
  const reading = readShell(command)
  if (reading.kind !== 'read') return []
  const agents = new Set(reading.runs.map(agentStarted).filter((agent) => agent !== null))
  return [...agents].map((detail) => ({
    kind: 'blindspot.noted',
    actor: 'harness',
    body: { code: 'agent-program', detail },
  }))
}
