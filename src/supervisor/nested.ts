import type { Attempt } from '../dispatch/attempt.ts'
import { agentStarted } from '../shell/agents.ts'
import type { Fact } from './fact.ts'

/**
 * The agent programs that a command starts, each a blind spot: what they do is on record only if they report here
 * themselves, and their session is linked then. What a command starts that cannot be read is not known at all.
 */
export function nestedAgents({ runs, unread }: Attempt): Fact[] {
  const agents = new Set(runs.map(agentStarted).filter((agent) => agent !== null))
  return [
    ...unread.map(({ why }) => noted('unreadable-command', why)),
    ...[...agents].map((agent) => noted('agent-program', agent)),
  ]
}

const noted = (code: string, detail: string): Fact => ({
  kind: 'blindspot.noted',
  actor: 'harness',
  body: { code, detail },
})
