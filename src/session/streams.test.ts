import { expect, it } from 'vitest'
import { watch } from '../../test/helpers/world.ts'
import type { JsonObject } from '../ledger/kinds.ts'

const LEAD = 'session/claude-code-s'
const of = (agent_id: string, more: JsonObject = {}): JsonObject => ({
  session_id: 's',
  cwd: '/p',
  agent_id,
  agent_type: 'Explore',
  ...more,
})
const call = (id: string): JsonObject => ({ tool_name: 'Bash', tool_input: { command: id }, tool_use_id: id })

it('a subagent has a stream of its own, linked with its lead’s both ways', async () => {
  const watched = watch()
  watched.tell('claude-code', 'SessionStart', { session_id: 's', source: 'startup', cwd: '/p' })
  watched.tell('claude-code', 'SubagentStart', of('a'))
  watched.tell('claude-code', 'PreToolUse', of('a', call('c1')))
  watched.tell('claude-code', 'SubagentStop', of('a', { last_assistant_message: 'Found it.' }))
  expect(watched.entries(`${LEAD}.a`).map(({ kind, body }) => [kind, body])).toMatchObject([
    [
      'session.started',
      { agent: 'a', agentType: 'Explore', source: 'agent', parent: { stream: LEAD, host: 'claude-code' } },
    ],
    ['dispatch.proposed', { call: 'c1' }],
    ['stop.reached', { message: 'Found it.' }],
  ])
  expect(watched.entries(LEAD).map(({ kind, body }) => [kind, body])).toMatchObject([
    ['session.started', { source: 'startup' }],
    ['agent.started', { agent: 'a', type: 'Explore', stream: `${LEAD}.a` }],
    ['agent.stopped', { agent: 'a', stream: `${LEAD}.a` }],
  ])
  await watched.verify()
})

it('two concurrent subagents stay separate, and their lead’s stream names both', async () => {
  const watched = watch()
  watched.tell('claude-code', 'SessionStart', { session_id: 's', source: 'startup' })
  for (const agent of ['a', 'b']) watched.tell('claude-code', 'SubagentStart', of(agent))
  for (let i = 0; i < 3; i++) {
    for (const agent of ['b', 'a']) watched.tell('claude-code', 'PreToolUse', of(agent, call(`${agent}${i}`)))
    watched.tell('claude-code', 'PreToolUse', { session_id: 's', ...call(`lead${i}`) })
  }
  for (const agent of ['b', 'a']) watched.tell('claude-code', 'SubagentStop', of(agent))
  for (const [name, stream] of Object.entries({ a: `${LEAD}.a`, b: `${LEAD}.b`, lead: LEAD })) {
    expect(watched.bodies(stream, 'dispatch.proposed').map(({ call: id }) => id)).toEqual(
      [0, 1, 2].map((i) => name + i),
    )
  }
  expect(watched.kinds(LEAD).filter((kind) => kind.startsWith('agent.'))).toEqual([
    'agent.started',
    'agent.started',
    'agent.stopped',
    'agent.stopped',
  ])
  expect(watched.bodies(LEAD, 'agent.stopped').map(({ agent }) => agent)).toEqual(['b', 'a'])
  await watched.verify()
})

it.each(['SubagentStop', 'PreToolUse', 'SubagentStart'])(
  'a subagent first seen by its %s begins its stream, and that of a lead not seen before',
  async (event) => {
    const watched = watch()
    watched.tell('claude-code', event, of('a', call('c1')))
    watched.tell('claude-code', 'PreToolUse', { session_id: 's', ...call('c2') })
    expect(watched.kinds(`${LEAD}.a`)[0]).toBe('session.started')
    expect(watched.entries(LEAD).slice(0, 2)).toMatchObject([
      { kind: 'session.started', body: { host: 'claude-code', session: 's', source: 'unannounced' } },
      { kind: 'agent.started', body: { agent: 'a', stream: `${LEAD}.a` } },
    ])
    expect(watched.bodies(LEAD, 'session.started')).toHaveLength(1)
    await watched.verify()
  },
)

it('the compacting agent, which has no type, is not a subagent', () => {
  const watched = watch()
  watched.tell('claude-code', 'SubagentStop', {
    session_id: 's',
    agent_id: 'a',
    agent_type: '',
    stop_hook_active: false,
  })
  expect(watched.entries(`${LEAD}.a`)).toEqual([])
  expect(watched.kinds(LEAD)).toEqual(['session.started', 'host.event'])
  expect(watched.bodies(LEAD, 'host.event')).toMatchObject([{ event: 'SubagentStop', rest: { agent_id: 'a' } }])
})

it.each([
  ['climbs a path', '../../../etc/passwd'],
  ['ends a stream’s name', 'a.b'],
  ['is empty', ''],
  ['has no letters', '漢字'],
  ['is long', 'x'.repeat(5000)],
  ['is half of a character', '\ud800'],
])('an id that %s still has a stream of its own', async (_, id) => {
  const watched = watch()
  watched.tell('claude-code', 'PreToolUse', { session_id: id, ...call('c1') })
  watched.tell('claude-code', 'PreToolUse', { session_id: 's', agent_id: id, agent_type: 'Explore', ...call('c2') })
  watched.tell('claude-code', 'PreToolUse', { session_id: 's', ...call('c3') })
  expect(watched.bodies(LEAD, 'dispatch.proposed').map(({ call: seen }) => seen)).toEqual(['c3'])
  await watched.verify()
})

const CLAUDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' }

it('a session started from the shell of another host’s session is linked with it both ways', async () => {
  const watched = watch()
  watched.tell('claude-code', 'SessionStart', { session_id: 's', source: 'startup' })
  watched.tell('codex', 'SessionStart', { session_id: 'n', source: 'startup' }, CLAUDE)
  watched.tell('codex', 'PreToolUse', { session_id: 'n', ...call('c1') }, CLAUDE)
  expect(watched.bodies('session/codex-n', 'session.started')).toMatchObject([
    { parent: { stream: LEAD, host: 'claude-code' } },
  ])
  expect(watched.bodies(LEAD, 'session.linked')).toEqual([{ stream: 'session/codex-n', host: 'codex' }])
  await watched.verify()
})

it.each([
  ['an unknown session', 'codex', CLAUDE, { stream: LEAD, host: 'claude-code' }],
  ['a session without a name', 'codex', { CLAUDECODE: '1' }, { stream: null, host: 'claude-code' }],
  ['a host that never names its sessions', 'codex', { GEMINI_CLI: '1' }, { stream: null, host: 'gemini' }],
  ['a name that climbs a path', 'gemini', { CODEX_CI: '1', CODEX_SESSION_ID: '../../x' }, { host: 'codex' }],
])(
  'a session started from %s records what is known of that, and begins no stream for it',
  async (_, host, env, parent) => {
    const watched = watch()
    watched.tell(host, 'SessionStart', { session_id: 'n', source: 'startup' }, env)
    expect(watched.bodies(`session/${host}-n`, 'session.started')).toMatchObject([{ parent }])
    expect(watched.entries(LEAD)).toEqual([])
    await watched.verify()
  },
)

it.each([
  ['the session itself, whose host marks its own hooks too', 'claude-code', { ...CLAUDE, CLAUDE_CODE_SESSION_ID: 'n' }],
  ['no host', 'codex', {}],
  ['a variable that is off', 'codex', { CLAUDECODE: '0', CLAUDE_CODE_SESSION_ID: 's' }],
])('an environment that shows %s is not a parent', (_, host, env) => {
  const watched = watch()
  watched.tell(host, 'SessionStart', { session_id: 'n', source: 'startup' }, env)
  expect(watched.bodies(`session/${host}-n`, 'session.started')[0]).not.toHaveProperty('parent')
})

it('a session started from the shell of another of the same host is linked to it', () => {
  const watched = watch()
  watched.tell('codex', 'SessionStart', { session_id: 'lead', source: 'startup' })
  const env = { CODEX_CI: '1', CODEX_SESSION_ID: 'lead' }
  watched.tell('codex', 'SessionStart', { session_id: 'n', source: 'startup' }, env)
  expect(watched.bodies('session/codex-n', 'session.started')).toMatchObject([
    { parent: { stream: 'session/codex-lead' } },
  ])
  expect(watched.bodies('session/codex-lead', 'session.linked')).toEqual([{ stream: 'session/codex-n', host: 'codex' }])
})
