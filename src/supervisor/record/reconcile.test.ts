import { mkdirSync, rmSync, truncateSync } from 'node:fs'
import { expect, it } from 'vitest'
import { claude, codex, transcript } from '../../../test/helpers/transcripts.ts'
import { type Watched, watch } from '../../../test/helpers/world.ts'
import type { JsonObject } from '../../ledger/kinds.ts'

const STREAM = 'session/claude-code-s'

/** Sends events of one Claude Code session that has a transcript. */
function session(path: string, watched: Watched = watch()) {
  const tell = (event: string, more: JsonObject = {}) =>
    watched.tell('claude-code', event, { session_id: 's', transcript_path: path, cwd: '/p', ...more })
  return {
    watched,
    tell,
    call: (id: string) => tell('PreToolUse', { tool_name: 'Bash', tool_input: { command: id }, tool_use_id: id }),
    stop: () => tell('Stop', { last_assistant_message: 'Done.' }),
    unseen: () => watched.bodies(STREAM, 'dispatch.unseen').map(({ call }) => call),
    compared: () => watched.bodies(STREAM, 'transcript.compared'),
  }
}

it('a call that no hook reported is recorded as unseen, once', async () => {
  const file = transcript()
  const { watched, tell, call, stop, unseen, compared } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  call('seen')
  file.add(claude.prompt('Go.'), claude.calls('seen'), claude.calls('hidden', { command: 'rm -rf x' }))
  stop()
  expect(watched.bodies(STREAM, 'dispatch.unseen')).toEqual([
    { tool: 'Bash', call: 'hidden', input: { command: 'rm -rf x' } },
  ])
  expect(compared()).toMatchObject([{ transcript: file.path, fromBytes: 0, malformed: 0, unseen: 1 }])
  stop()
  tell('SessionEnd', { reason: 'other' })
  file.add(claude.says('Done.'), claude.calls('hidden', { command: 'rm -rf x' }))
  stop()
  expect(unseen()).toEqual(['hidden'])
  expect(watched.kinds(STREAM).filter((kind) => kind === 'stop.reached')).toHaveLength(3)
  await watched.verify()
})

it('a call that its transcript shows only at the next stop is not unseen', () => {
  const file = transcript(claude.prompt('Go.'))
  const { tell, call, stop, unseen } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  call('late')
  file.add(claude.says('Done.'))
  stop()
  file.add(claude.calls('late'))
  stop()
  expect(unseen()).toEqual([])
})

it('an unfinished line is read at the next stop', () => {
  const whole = JSON.stringify(claude.calls('hidden'))
  const file = transcript()
  const { tell, stop, unseen, compared } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  file.add(claude.prompt('Go.'), whole.slice(0, 40))
  stop()
  expect(unseen()).toEqual([])
  file.add(`${whole.slice(40)}\n`)
  stop()
  expect(unseen()).toEqual(['hidden'])
  expect(compared().map(({ malformed }) => malformed)).toEqual([0, 0])
})

it('unreadable lines are counted and hide no other line', () => {
  const file = transcript()
  const { tell, stop, unseen, compared } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  file.add('{"message":\n', 'null\n', '[]\n', '\n', '\u0000\u0001\n', claude.calls('hidden'), '7\n')
  stop()
  expect(unseen()).toEqual(['hidden'])
  expect(compared()).toMatchObject([{ malformed: 6, unseen: 1 }])
})

it.each([
  ['half of a character', '{"a":"\\ud800"}'],
  ['nesting beyond the limit', `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`],
])('an unseen call with %s hides no other, and no stop', async (_, input) => {
  const odd = JSON.stringify(claude.calls('odd')).replace('{"command":"odd"}', input)
  const file = transcript()
  const { watched, tell, stop, unseen, compared } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  file.add(claude.calls('first'), `${odd}\n`, claude.calls('last'))
  stop()
  stop()
  expect(unseen()).toEqual(['first', 'last'])
  expect(watched.bodies(STREAM, 'host.event')).toMatchObject([{ insteadOf: 'dispatch.unseen', call: 'odd' }])
  expect(compared()).toHaveLength(1)
  expect(watched.bodies(STREAM, 'stop.reached')).toHaveLength(2)
  await watched.verify()
})

it.each([
  ['announced as resumed', 'SessionStart'],
  ['noticed at its prompt', 'UserPromptSubmit'],
  ['noticed at its stop', 'Stop'],
  ['noticed at its end', 'SessionEnd'],
])('calls before recording began are not unseen: a session %s', (_, event) => {
  const file = transcript(claude.prompt('Go.'), claude.calls('old-1'), claude.calls('old-2'))
  const { tell, stop, unseen } = session(file.path)
  tell(event, { source: 'resume', prompt: 'And?', last_assistant_message: 'Done.' })
  file.add(claude.calls('hidden'))
  stop()
  expect(unseen()).toEqual(['hidden'])
})

it.each(['resume', 'compact'])(
  'a continued session (%s) is compared from where the last comparison ended',
  (source) => {
    const file = transcript()
    const { tell, call, stop, unseen, compared } = session(file.path)
    tell('SessionStart', { source: 'startup' })
    for (let turn = 0; turn < 5; turn++) {
      call(`turn-${turn}`)
      file.add(claude.calls(`turn-${turn}`))
      stop()
    }
    file.add(claude.calls('hidden'))
    tell('SessionStart', { source })
    file.add(claude.says('Done.'))
    stop()
    expect(unseen()).toEqual(['hidden'])
    expect(compared().map(({ fromBytes }) => fromBytes)).toEqual([
      0,
      ...compared()
        .slice(0, -1)
        .map((one) => one['toBytes']),
    ])
  },
)

it('a lead first seen through its subagent is compared from its own first stop on', () => {
  const file = transcript(claude.calls('old'))
  const { watched, tell, stop, unseen, compared } = session(file.path)
  tell('SubagentStart', { agent_id: 'a', agent_type: 'Explore' })
  stop()
  file.add(claude.calls('hidden'))
  stop()
  expect(unseen()).toEqual(['hidden'])
  expect(compared()[0]).toMatchObject({ skippedBytes: compared()[0]?.['toBytes'], unseen: 0 })
  expect(watched.kinds(STREAM).slice(0, 2)).toEqual(['session.started', 'agent.started'])
})

it('a rewritten, shorter transcript is read whole, and adds no known call again', () => {
  const file = transcript()
  const { tell, call, stop, unseen, compared } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  for (let turn = 0; turn < 5; turn++) {
    call(`turn-${turn}`)
    file.add(claude.calls(`turn-${turn}`), claude.says('x'.repeat(100)))
    stop()
  }
  file.replace(claude.calls('turn-0'), claude.calls('hidden'), claude.calls('turn-4'))
  stop()
  expect(unseen()).toEqual(['hidden'])
  expect(compared().at(-1)).toMatchObject({ fromBytes: 0, unseen: 1 })
})

function putDirectory(path: string): void {
  rmSync(path)
  mkdirSync(path)
}

it.each([
  ['is gone', (path: string) => rmSync(path)],
  ['is a directory', putDirectory],
])(
  'a transcript that %s for a while loses no stop, is reported, and is compared later from the same position',
  (_, harm) => {
    const file = transcript()
    const { watched, tell, call, stop, unseen } = session(file.path)
    tell('SessionStart', { source: 'startup' })
    const lines = [1, 2, 3, 4].map((n) => claude.calls(`turn-${n}`))
    for (const [i, line] of lines.entries()) {
      call(`turn-${i + 1}`)
      file.add(line)
      stop()
    }
    harm(file.path)
    stop()
    stop()
    expect(watched.bodies(STREAM, 'transcript.unreadable')).toEqual([
      { transcript: file.path },
      { transcript: file.path },
    ])
    rmSync(file.path, { recursive: true, force: true })
    file.replace(...lines, claude.calls('hidden'))
    stop()
    expect(unseen()).toEqual(['hidden'])
    expect(watched.bodies(STREAM, 'stop.reached')).toHaveLength(7)
  },
)

it('reads no more of 200 megabytes than of two', () => {
  const length = 200 << 20
  const file = transcript()
  const { tell, stop, unseen, compared } = session(file.path)
  tell('SessionStart', { source: 'startup' })
  file.add(claude.calls('too-early'), '\n')
  truncateSync(file.path, length)
  file.add('\n', claude.calls('hidden'))
  stop()
  const [one] = compared()
  const { fromBytes, toBytes, skippedBytes } = one as { fromBytes: number; toBytes: number; skippedBytes: number }
  expect(toBytes).toBeGreaterThan(length)
  expect([toBytes - fromBytes, skippedBytes]).toEqual([4 << 20, toBytes - (4 << 20)])
  expect(unseen()).toEqual(['hidden'])
})

it('a transcript in another place is not read from where the first one ended', () => {
  const first = transcript(claude.prompt('Go.'.repeat(200)))
  const second = transcript(claude.calls('old'))
  const watched = watch()
  const before = session(first.path, watched)
  before.tell('SessionStart', { source: 'startup' })
  before.stop()
  const after = session(second.path, watched)
  after.stop()
  second.add(claude.calls('hidden'))
  after.stop()
  expect(after.unseen()).toEqual(['hidden'])
})

it('calls of a subagent are compared with the subagent’s stream only', () => {
  const main = transcript()
  const own = transcript()
  const { watched, tell, stop, unseen } = session(main.path)
  tell('SessionStart', { source: 'startup' })
  const agent = { agent_id: 'a', agent_type: 'Explore' }
  tell('SubagentStart', agent)
  tell('PreToolUse', { ...agent, tool_name: 'Bash', tool_input: {}, tool_use_id: 'seen' })
  own.add(claude.calls('seen', {}, true), claude.calls('hidden', {}, true))
  main.add(claude.calls('theirs', {}, true))
  tell('SubagentStop', { ...agent, agent_transcript_path: own.path, last_assistant_message: 'Done.' })
  stop()
  expect(unseen()).toEqual([])
  expect(watched.bodies(`${STREAM}.a`, 'dispatch.unseen').map(({ call }) => call)).toEqual(['hidden'])
})

it('a patch that Codex could not apply is observed as failed from its rollout, even a late one', () => {
  const file = transcript()
  const watched = watch()
  const tell = (event: string, more: JsonObject = {}) =>
    watched.tell('codex', event, { session_id: 's', transcript_path: file.path, ...more })
  const patch = (id: string) => ({ tool_name: 'apply_patch', tool_input: { command: `patch ${id}` }, tool_use_id: id })
  tell('SessionStart', { source: 'startup' })
  for (const id of ['p1', 'p2', 'p3']) tell('PreToolUse', patch(id))
  tell('PostToolUse', { ...patch('p3'), tool_response: 'Exit code: 0\nOutput:\nSuccess.' })
  const failed = 'apply_patch verification failed: no such lines'
  file.add(codex.patches('p1', 'patch p1'), codex.patched('p1', failed), codex.patches('p2', 'patch p2'))
  file.add(codex.patches('p3', 'patch p3'), codex.patched('p3', failed))
  tell('Stop', { last_assistant_message: 'Done.' })
  file.add(codex.patched('p2', failed))
  tell('Stop', { last_assistant_message: 'Done.' })
  tell('Stop', { last_assistant_message: 'Done.' })
  const observed = watched.bodies('session/codex-s', 'dispatch.observed')
  expect(observed.map(({ call, status, shownBy = null }) => [call, status, shownBy])).toEqual([
    ['p3', 'succeeded', null],
    ['p1', 'failed', 'transcript'],
    ['p2', 'failed', 'transcript'],
  ])
  expect(observed.at(-1)).toMatchObject({ input: { command: 'patch p2' }, output: { text: failed } })
  expect(watched.bodies('session/codex-s', 'dispatch.unseen')).toEqual([])
})
