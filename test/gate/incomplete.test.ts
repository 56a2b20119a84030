import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { DONE, type Gate, gate, POLICY } from '../helpers/gate.ts'
import { hookHere } from '../helpers/hook-here.ts'

/** Events above 64 MB, or that end early: only their beginning is known. */

const LARGE = 'x'.repeat(65 << 20)

/** Sends an event to the installed hook. */
async function told(on: Gate, event: string, payload: JsonObject): Promise<JsonObject> {
  const child = on.begin(event, payload)
  const { code, stdout } = await child.ended
  expect(code).toBe(0)
  return JSON.parse(stdout) as JsonObject
}

/** Sends the beginning of an event, up to a word in it. */
async function cut(on: Gate, event: string, payload: JsonObject, at: string): Promise<JsonObject> {
  const text = JSON.stringify({ session_id: 's', cwd: on.project, ...payload })
  const bytes = Buffer.from(text.slice(0, text.indexOf(at) + at.length))
  return (await hookHere(`bailiff-hook claude-code ${event} --home '${on.home}'`, bytes, on.env)).answer
}

const BLOCKED = { decision: 'block', systemMessage: expect.stringContaining('blocked once [EVENT_INCOMPLETE]') }
const UNSUPERVISED = { systemMessage: expect.stringMatching(/^Bailiff: UNSUPERVISED EVENT_INCOMPLETE: /) }

describe('an event above 64 MB, at the installed hook', () => {
  it('is a stop that is blocked once, and then unsupervised, which the person is told', async () => {
    const on = await gate({ hook: 'installed' })
    const stop = { last_assistant_message: DONE, background_tasks: [LARGE] }
    expect(await told(on, 'Stop', stop)).toMatchObject(BLOCKED)
    const answer = await told(on, 'Stop', stop)
    expect(answer).toEqual(UNSUPERVISED)
    expect(on.bodies('stop.judged').map(({ verdict, failed }) => [verdict, failed])).toEqual([
      ['blocked', 'EVENT_INCOMPLETE'],
      ['unsupervised', 'EVENT_INCOMPLETE'],
    ])
    expect((await on.cli('outcome', 's')).exit).toBe(2)
  })

  it('is a call that is denied, whatever it names', async () => {
    const on = await gate({ hook: 'installed' })
    const file_path = join(on.project, '.claude/settings.local.json')
    for (const tool_input of [
      { file_path, content: LARGE },
      { content: LARGE, file_path },
    ])
      expect(await told(on, 'PreToolUse', { tool_name: 'Write', tool_input })).toMatchObject({
        hookSpecificOutput: {
          permissionDecision: 'deny',
          permissionDecisionReason: expect.stringContaining('CALL_TOO_LARGE'),
        },
      })
    expect(on.bodies('dispatch.denied')).toMatchObject([{ code: 'CALL_TOO_LARGE' }, { code: 'CALL_TOO_LARGE' }])
  })
})

describe('an event that ends early', () => {
  it('is a stop that only warns if the policy only warns', async () => {
    const on = await gate({ policy: `${POLICY}modes: { done: warn, fixed: warn, tests_pass: warn, work: warn }\n` })
    expect(await cut(on, 'Stop', { last_assistant_message: DONE }, 'All do')).toEqual(UNSUPERVISED)
  })

  it('is not judged by the words that arrived, and the next stop is judged in full', async () => {
    const on = await gate()
    const said = 'I changed nothing. All tests pass.'
    expect(await cut(on, 'Stop', { last_assistant_message: said }, 'I changed nothing.')).toMatchObject(BLOCKED)
    expect(await on.stop(said)).toMatchObject({
      decision: 'block',
      findings: expect.arrayContaining([expect.any(String)]),
    })
  })

  it("is a subagent's stop, counted in its own stream", async () => {
    const on = await gate()
    const stop = { agent_id: 'a1', agent_type: 'general', last_assistant_message: DONE }
    expect(await cut(on, 'SubagentStop', stop, 'All do')).toMatchObject(BLOCKED)
    expect(await cut(on, 'SubagentStop', stop, 'All do')).toEqual(UNSUPERVISED)
    expect(await cut(on, 'Stop', { last_assistant_message: DONE }, 'All do')).toMatchObject(BLOCKED)
  })

  it('is a prompt that opens a turn, if its beginning is a person', async () => {
    const on = await gate()
    const opened = () => on.bodies('turn.opened').length
    const before = opened()
    await cut(on, 'UserPromptSubmit', { prompt: '<task-notification>\n<task-id>1</task-id>' }, '<task-id>')
    await cut(on, 'UserPromptSubmit', { prompt: 'Stop hook feedback: no' }, 'feedback:')
    expect(opened()).toBe(before)
    await cut(on, 'UserPromptSubmit', { prompt: 'Please make it add numbers' }, 'make it')
    expect(opened()).toBe(before + 1)
    expect(on.bodies('turn.opened').at(-1)).toMatchObject({ prompt: 'Please make it', rest: { cut: true } })
  })

  it('is a result from which nothing follows', async () => {
    const on = await gate()
    const call = { tool_name: 'Bash', tool_use_id: 'b1', tool_input: { command: 'node --test' } }
    await cut(on, 'PostToolUse', { ...call, tool_response: { stdout: '# pass 2', stderr: '' } }, '# pass')
    expect(on.bodies('dispatch.observed').at(-1)).toMatchObject({ tool: 'Bash', call: 'b1', status: 'unknown' })
  })
})
