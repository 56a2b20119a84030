import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { guardFor } from '../../../test/helpers/guard.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { type Watched, watch } from '../../../test/helpers/world.ts'
import { NOTHING } from '../../dispatch/attempt.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { Answer } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import { weigh } from './weigh.ts'

const TOOLS: Record<string, readonly [event: string, tool: string]> = {
  'claude-code': ['PreToolUse', 'Bash'],
  codex: ['PreToolUse', 'Bash'],
  gemini: ['BeforeTool', 'run_shell_command'],
}

/** A folder that git seems to track. */
function project(): string {
  const dir = tempDir()
  mkdirSync(join(dir, '.git'))
  return dir
}

function tell(watched: Watched, host: string, command: string, cwd: string, env = {}): Answer {
  const [event = '', tool_name = ''] = TOOLS[host] ?? []
  return watched.tell(host, event, { session_id: 's', cwd, tool_name, tool_input: { command }, tool_use_id: 'c' }, env)
}

const flagged = (watched: Watched, host: string): JsonObject[] =>
  watched.bodies(`session/${host}-s`, 'dispatch.flagged')

describe('a call with a finding', () => {
  it.each(Object.keys(TOOLS))('of %s runs, and is recorded as flagged', (host) => {
    const watched = watch()
    const outside = '/opt/elsewhere'
    expect(tell(watched, host, `echo x > ${outside}`, project())).toEqual({ kind: 'go-on' })
    expect(flagged(watched, host)).toMatchObject([
      { answer: 'flag', findings: [{ code: 'WRITTEN_OUTSIDE', said: outside }] },
    ])
  })

  it.each([
    ['claude-code', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'ask'],
    ['claude-code', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'go-on'],
    ['claude-code', {}, 'go-on'],
    // The host would run the command without asking.
    ['codex', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'go-on'],
    // The host would wait forever.
    ['gemini', {}, 'go-on'],
  ])('that needs a question is asked about only if a person is present: %s %j', (host, env, kind) => {
    const watched = watch()
    expect(tell(watched, host, 'git reset --hard', project(), env).kind).toBe(kind)
    expect(flagged(watched, host)).toMatchObject([
      { answer: kind === 'ask' ? 'ask' : 'flag', findings: [{ code: 'WORK_DISCARDED', said: 'git reset --hard' }] },
    ])
    expect(flagged(watched, host)[0]?.['unasked']).toBe(kind === 'ask' ? undefined : true)
  })

  it('is shown by explain', async () => {
    const watched = watch()
    tell(watched, 'claude-code', 'git reset --hard', project())
    const { out } = await runCli(['explain', 's'], { BAILIFF_HOME: watched.home })
    expect(out).toContain('flagged: WORK_DISCARDED (git reset --hard)')
  })

  it('is flagged for an invalid form', () => {
    const watched = watch()
    const call = { session_id: 's', cwd: project(), tool_use_id: 'c' }
    for (const tool_input of [null, 7, 'x', [], {}, { command: 7 }, { command: { x: [] } }])
      expect(watched.tell('claude-code', 'PreToolUse', { ...call, tool_name: 'Bash', tool_input }).kind).toBe('go-on')
    expect(flagged(watched, 'claude-code')).toHaveLength(7)
    expect(flagged(watched, 'claude-code')[5]).toMatchObject({
      findings: [{ code: 'CALL_MALFORMED', said: 'Bash: command must be a string' }],
    })
  })
})

it('ordinary work is not flagged', () => {
  const watched = watch()
  for (const command of ['npm test', 'git status', 'echo x > y', 'rm -rf dist', 'cat ~/.npmrc > /dev/null'])
    expect(tell(watched, 'claude-code', command, project(), { CLAUDE_CODE_ENTRYPOINT: 'cli' })).toEqual({
      kind: 'go-on',
    })
  expect(flagged(watched, 'claude-code')).toEqual([])
})

it('a check that fails lets the call through, and records it', () => {
  const fail = (): never => {
    throw new RangeError('this was not foreseen')
  }
  const event = { host: 'claude-code', cwd: '/w', agent: null, rest: {} } as unknown as HostEvent
  const world = { guard: guardFor(), activePolicy: fail } as unknown as Parameters<typeof weigh>[0]
  const dispatch = { tool: 'Bash', input: { command: 'x' }, call: 'c', command: 'x' }
  const seen = {
    attempt: NOTHING,
    aims: [],
    real: new Map(),
    world: { home: null, start: null, variables: {} },
  }
  const { facts, answer } = weigh(world, event, dispatch, seen)
  expect(answer).toEqual({ kind: 'go-on' })
  expect(facts.map(({ kind, body }) => [kind, 'code' in body && body.code])).toEqual([['check.failed', 'INTERNAL']])
})
