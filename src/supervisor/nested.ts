import { agentStarted } from '../shell/agents.ts'
import { readShell } from '../shell/read.ts'
import type { Fact } from './fact.ts'

/**
 * The agent programs that a command starts, each a blind spot: what they do is on record only if they report here
 * themselves, and their session is linked then. What a command starts that cannot be read is not known at all.
 */
export function nestedAgents(command: string): Fact[] {
  const reading = readShell(command)
  if (reading.kind !== 'read') return [noted('unreadable-command', reading.why)]
  const agents = new Set(reading.runs.map(agentStarted).filter((agent) => agent !== null))
  return [...agents].map((agent) => noted('agent-program', agent))
}

const noted = (code: string, detail: string): Fact => ({
  kind: 'blindspot.noted',
  actor: 'harness',
  body: { code, detail },
})
