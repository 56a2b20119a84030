import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { watch } from '../../test/helpers/world.ts'
import { HOSTS } from '../hosts/registry.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import { tokensOf } from '../shell/tokens.ts'

const bash = (command: string, more: JsonObject = {}): JsonObject => ({
  session_id: 's',
  cwd: '/p',
  tool_name: 'Bash',
  tool_use_id: 't',
  tool_input: { command, description: 'd', timeout: 5 },
  ...more,
})

const asked = (command: string, more: JsonObject = {}) => watch().tell('claude-code', 'PreToolUse', bash(command, more))

describe('a plain bailiff validate of an agent', () => {
  it.each([
    ['bailiff validate done', 'bailiff validate --session claude-code-s done'],
    ['  bailiff   validate "tests_pass" # now', 'bailiff validate --session claude-code-s tests_pass'],
    ['bailiff validate done --with unit --json', 'bailiff validate --session claude-code-s done --with unit --json'],
    [
      `bailiff validate done --with=unit --args '{"target":"it'\\''s"}'`,
      `bailiff validate --session claude-code-s done --with=unit --args '{"target":"it'\\''s"}'`,
    ],
  ])('gets its session: %s', (command, expected) => {
    expect(asked(command)).toEqual({
      kind: 'rewrite',
      input: { command: expected, description: 'd', timeout: 5 },
    })
    const said = execFileSync('sh', ['-c', expected.replace('bailiff', 'printf "%s\\n"')], { encoding: 'utf8' })
    const words = tokensOf(command) ?? []
    expect(said.split('\n').slice(0, -1)).toEqual(['validate', '--session', 'claude-code-s', ...words.slice(2)])
  })

  it('of a subagent gets that of the subagent', () => {
    expect(asked('bailiff validate done', { agent_id: 'a1', agent_type: 'Plan' })).toMatchObject({
      input: { command: 'bailiff validate --session claude-code-s.a1 done' },
    })
  })

  it.each([
    'bailiff validate done --session other',
    'bailiff validate done --session=other',
    'bailiff validate done --home /tmp/mine',
    'bailiff validate done --home=/tmp/mine',
    'bailiff validate --help',
    'bailiff validate',
    'bailiff validate done fixed',
    'bailiff validate done -- x',
    'bailiff validate done | tail',
    'bailiff validate done && rm -rf build',
    'bailiff validate done; ls',
    'bailiff validate done &',
    'bailiff validate done > out',
    'bailiff validate $(cat claim)',
    'bailiff validate $CLAIM',
    'BAILIFF_HOME=/tmp/mine bailiff validate done',
    './bailiff validate done',
    'node bailiff validate done',
    'sudo bailiff validate done',
    'bailiff explain s',
    'echo bailiff validate done',
  ])('and nothing else is touched: %s', (command) => {
    expect(asked(command)).toEqual({ kind: 'go-on' })
  })

  it('is answered by every host in its own words, with the other fields kept', () => {
    const input = { command: 'x', description: 'd' }
    for (const { phrase } of HOSTS)
      expect(
        JSON.stringify(['PreToolUse', 'BeforeTool'].map((event) => phrase(event, { kind: 'rewrite', input }))),
      ).toContain(JSON.stringify(input))
  })

  it('leaves the record of what was proposed as the agent proposed it', () => {
    const { tell, bodies } = watch()
    tell('claude-code', 'PreToolUse', bash('bailiff validate done'))
    expect(bodies('session/claude-code-s', 'dispatch.proposed')).toMatchObject([
      { input: { command: 'bailiff validate done' } },
    ])
  })
})
