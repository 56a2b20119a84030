import { describe, expect, it } from 'vitest'
import { runCli } from '../../test/helpers/cli.ts'
import { captured } from '../../test/helpers/fixtures.ts'
import { type Watched, watch } from '../../test/helpers/world.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import { subagentEvidence } from './subagents.ts'

const LEAD = { session_id: 's', cwd: '/w' }

const tell = ({ tell: send }: Watched, event: string, payload: JsonObject): void =>
  void send('claude-code', event, { ...LEAD, ...payload })

const agent = (id: string): JsonObject => ({ agent_id: id, agent_type: 'Explore' })

const called = (on: Watched, id: string, call: string, command: string, response: JsonObject): void => {
  const about = { ...agent(id), tool_name: 'Bash', tool_input: { command }, tool_use_id: call }
  tell(on, 'PreToolUse', about)
  tell(on, 'PostToolUse', { ...about, tool_response: response })
}

const started = (on: Watched, id: string): void => {
  tell(on, 'SubagentStart', agent(id))
}

const stopped = (on: Watched, id: string, message: string): void => {
  tell(on, 'SubagentStop', { ...agent(id), last_assistant_message: message })
}

/** The lead's call that started a subagent, as the host reports its end. */
const handedOver = (on: Watched, id: string, prompt: string): void => {
  const about = { tool_name: 'Agent', tool_input: { description: 'a job', prompt }, tool_use_id: `start-${id}` }
  tell(on, 'PreToolUse', about)
  tell(on, 'PostToolUse', { ...about, tool_response: { agentId: id, content: [{ type: 'text', text: 'Done.' }] } })
}

function twoAgents(): Watched {
  const on = watch()
  tell(on, 'SessionStart', { source: 'startup' })
  tell(on, 'UserPromptSubmit', { prompt: 'Look.' })
  started(on, 'a1')
  started(on, 'b2')
  called(on, 'b2', 'c1', 'df -h', { stdout: 'disk 45 %', stderr: 'warned\n' })
  called(on, 'a1', 'c2', 'cat log', { stdout: `${'x'.repeat(40_000)}\nno space left\n`, stderr: '' })
  const failing = { ...agent('a1'), tool_name: 'Bash', tool_input: { command: 'false' }, tool_use_id: 'c3' }
  tell(on, 'PreToolUse', failing)
  tell(on, 'PostToolUseFailure', { ...failing, error: 'Exit code 1\nIT BROKE' })
  stopped(on, 'a1', 'All fine.')
  handedOver(on, 'a1', 'Read the log')
  return on
}

const mounted = async (on: Watched, ...argv: string[]) =>
  runCli(['mount', '--session', 's', '--home', on.home, ...argv])

describe('bailiff mount --session', () => {
  it('shows the subagents of a session as workers, whatever they said', async () => {
    const { exit, out } = await mounted(twoAgents())
    expect(exit).toBe(0)
    expect(out).toContain('Run: session/claude-code-s\nWorkers: 2 (1 running, 1 success)\n')
    expect(out).toMatch(/^Worker 1 \(session\/claude-code-s\.a1\): success \S+\nTask: Read the log$/m)
    expect(out).toMatch(/^Worker 2 \(session\/claude-code-s\.b2\): running \S+\nTask: Explore$/m)
    expect(out).toMatch(/^--- \[FAILED\] tool_calls\/002_Bash\.txt \(8 bytes\) \S+ ---\nIT BROKE$/m)
    // Long output is an artifact, short output is in its entry.
    expect(out).toMatch(/^--- tool_calls\/001_Bash\.txt \(head \d+, tail \d+ of 40015 bytes\)/m)
    expect(out).toContain('no space left')
    expect(out).toMatch(/^--- tool_calls\/001_Bash\.txt \(17 bytes\) \S+ ---\ndisk 45 %\nwarned$/m)
    expect(out).toMatch(/^--- result\.txt \(9 bytes\) \S+ ---\nAll fine\.$/m)
  })

  it('keeps its budget, and needs no owner', async () => {
    const on = twoAgents()
    for (const bytes of [0, 100, 500, 2_000, 20_000]) {
      const { text } = JSON.parse((await mounted(on, '--bytes', String(bytes), '--json')).out)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes)
    }
  })

  it('says when there are no subagents, or no such session', async () => {
    const on = watch()
    tell(on, 'SessionStart', { source: 'startup' })
    expect((await mounted(on)).out).toContain('has no subagents')
    expect((await runCli(['mount', '--session', 'x', '--home', on.home])).err).toContain('[STREAM_UNKNOWN]')
    expect((await mounted(on, '--diff')).err).toContain('[USAGE]')
  })

  it('shows a subagent that was cut off with its session as failed', async () => {
    const on = twoAgents()
    tell(on, 'SessionEnd', { reason: 'other' })
    expect((await mounted(on)).out).toContain('b2): failed, its session ended')
  })
})

describe('evidence of subagents', () => {
  it.each(['claude-code', 'codex'])('is found in all recorded events of %s, with the tasks they were given', (host) => {
    const on = watch()
    const sessions = new Set<string>()
    for (const { event, stdin } of captured(host)) {
      on.tell(host, event, stdin)
      if (typeof stdin['session_id'] === 'string') sessions.add(stdin['session_id'])
    }
    const tasks = [...sessions].flatMap((id) => {
      const lead = `session/${host}-${id}`
      const agents = on.bodies(lead, 'agent.started').map(({ stream }) => String(stream))
      const streams = new Map([lead, ...agents].map((stream) => [stream, on.entries(stream)]))
      return subagentEvidence(lead, streams).snapshot.workers.map(({ task }) => task)
    })
    expect(tasks.length).toBeGreaterThan(0)
    expect(tasks.filter((task) => !task.startsWith('SUBJOB'))).toEqual([])
  })

  it('names a subagent without a stream as unavailable', () => {
    const on = twoAgents()
    const lead = 'session/claude-code-s'
    const { snapshot } = subagentEvidence(lead, new Map([[lead, on.entries(lead)]]))
    expect(snapshot.workers.map(({ status }) => status)).toEqual(['unavailable', 'unavailable'])
  })
})
