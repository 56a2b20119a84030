import type { Attempt } from '../../dispatch/attempt.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { agentStarted } from '../../shell/agents.ts'

/**
 * The agent programs that a command starts, each a blind spot: what they do is on record only if they report here
 * themselves, and their session is linked then. What a command starts that cannot be read is not known at all.
 */
export function nestedAgents({ runs, unread }: Attempt): Noted[] {
  const agents = new Set(runs.map(agentStarted).filter((agent) => agent !== null))
  return [
    ...unread.map(({ why }) => noted('unreadable-command', why)),
    ...[...agents].map((agent) => noted('agent-program', agent)),
  ]
}

type Noted = Fact<'blindspot.noted'>

const noted = (code: string, detail: string): Noted => fact('blindspot.noted', { code, detail })
