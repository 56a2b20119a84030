import type { Attempt } from '../../dispatch/attempt.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { type AgentPrograms, agentsStarted } from '../../shell/agents.ts'

/**
 * The agent programs that a command starts. Each is a blind spot: its work is recorded, and its session linked, only if it
 * has hooks of its own. A command that cannot be parsed is a blind spot, too: it may start anything.
 */
export function nestedAgents({ runs, unread }: Attempt, programs: AgentPrograms): Noted[] {
  return [
    ...unread.map(({ why }) => noted('unreadable-command', why)),
    ...agentsStarted(runs, programs).map((agent) => noted('agent-program', agent)),
  ]
}

type Noted = Fact<'blindspot.noted'>

const noted = (code: string, detail: string): Noted => fact('blindspot.noted', { code, detail })
