import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FAILING, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'
import { McpHere } from '../helpers/mcp-here.ts'

/** A host hands the lead only the last message of a subagent, so the lead's stop judges what the subagent did and said. */

const AGENT = { agent_id: 'a', agent_type: 'worker', stop_hook_active: false }
const REPORT = 'Found three callers of add. All tests pass.'

async function reports(on: Gate, message: string, more: object = {}): Promise<unknown> {
  await on.record('SubagentStart', AGENT)
  return (await on.tell('SubagentStop', { ...AGENT, last_assistant_message: message, ...more })).answer
}

describe('the stop of a subagent', () => {
  it('is let through with its report, and its claims are judged when its lead stops', async () => {
    const on = await gate()
    await on.ask()
    expect(await reports(on, REPORT)).toEqual({})
    const stopped = await on.stop('The agent found three callers.')
    expect(stopped).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    expect(stopped.reason).toContain('a subagent: All tests pass.')
    await on.edit(PASSING)
    const ended = await on.stop('There are three callers.')
    expect(ended).toMatchObject({ decision: undefined, verdict: 'earned' })
    expect(ended.systemMessage).toContain('o read the answer before the block: bailiff outcome --answer')
  })

  it('counts for nothing if the lead says itself what fails, or if it claims nothing', async () => {
    const on = await gate()
    await on.ask()
    await reports(on, REPORT)
    expect(await on.stop('Failing: tests. The agent says otherwise.')).toMatchObject({ verdict: 'open' })
    await on.ask()
    await reports(on, 'Found three callers. One test still fails.')
    expect(await on.stop('There are three callers.')).toMatchObject({ verdict: 'unclaimed' })
  })

  it('is judged by itself if its lead has stopped before, and until then the turn is not earned', async () => {
    const on = await gate({ files: { ...PROJECT, ...PASSING } })
    await on.ask()
    await on.record('SubagentStart', AGENT)
    const background = [{ id: 'a', type: 'subagent', status: 'running' }]
    const early = await on.stop('All tests pass.', { background_tasks: background })
    expect(early).toMatchObject({
      verdict: 'waiting',
      systemMessage: 'Bailiff: not earned yet: a subagent is still at work.',
    })
    on.write({ 'src/add.js': 'export const add = () => 0\n' })
    const late = await on.tell('SubagentStop', {
      ...AGENT,
      last_assistant_message: REPORT,
      background_tasks: background,
    })
    expect(late.answer).toMatchObject({ decision: 'block' })
  })

  it('leaves work that is judged later if its lead asks something, whatever other gap it states', async () => {
    const on = await gate({ files: { ...PROJECT, ...PASSING }, policy: `${POLICY}  work: tests\n` })
    await on.ask()
    await on.record('SubagentStart', AGENT)
    const call = {
      tool_name: 'Write',
      tool_input: { file_path: `${on.project}/src/add.js` },
      tool_use_id: 'w',
      ...AGENT,
    }
    await on.record('PreToolUse', call)
    on.write(FAILING)
    await on.record('PostToolUse', { ...call, tool_response: {} })
    await on.tell('SubagentStop', { ...AGENT, last_assistant_message: 'Here is add.' })
    const asked = await on.stop('Not tested: the docs. Which of the two numbers would you rather have first?')
    expect(asked).toMatchObject({ verdict: 'asking' })
    await on.ask('The first.')
    expect(await on.stop('It is so already.')).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
  })

  it('does not take back what an earlier one said, and of a subagent that only looked "done" says nothing', async () => {
    const on = await gate()
    await on.ask()
    await reports(on, 'Task complete.')
    expect(await on.stop('There are three callers.')).toMatchObject({ verdict: 'unclaimed' })
    await on.ask()
    await reports(on, REPORT)
    await reports(on, 'Looked at the docs too.')
    expect(await on.stop('There are three callers.')).toMatchObject({ findings: ['tests_pass FAILED'] })
  })

  it('is judged by itself if the policy says so', async () => {
    const on = await gate({ policy: `${POLICY}subagents: block\n` })
    await on.ask()
    expect(await reports(on, REPORT)).toMatchObject({ decision: 'block' })
    expect(await on.stop('The agent found three callers.')).toMatchObject({ verdict: 'unclaimed' })
  })
})

describe('get_subagent_evidence', () => {
  async function asking(on: Gate, ...argv: string[]) {
    const client = new Client({ name: 'test', version: '0' })
    await client.connect(new McpHere(['--home', on.home, ...argv], { env: {}, cwd: on.project }))
    onTestFinished(() => client.close())
    return async (given: object = {}) => {
      const { content, isError } = await client.callTool({ name: 'get_subagent_evidence', arguments: { ...given } })
      return { text: (content as { text: string }[]).map(({ text }) => text).join(), isError }
    }
  }

  it('shows a lead what its subagents saw, also one that says nothing, and shows nobody another session', async () => {
    const on = await gate()
    await on.ask()
    const call = { tool_name: 'Bash', tool_input: { command: 'grep -rn add src' }, tool_use_id: 'g', ...AGENT }
    await on.record('SubagentStart', AGENT)
    await on.record('PreToolUse', call)
    await on.record('PostToolUse', { ...call, tool_response: { stdout: 'three callers of add\n', stderr: '' } })
    await on.tell('SubagentStop', { ...AGENT, last_assistant_message: '' })
    const told = {
      hookEventName: 'PostToolUse',
      additionalContext: expect.stringMatching(
        /^On record for subagent a: 1 call \(Bash 1\)\. The tool get_subagent_evidence/,
      ),
    }
    const started = { tool_name: 'Agent', tool_input: { prompt: 'Who calls add?' }, tool_use_id: 'l' }
    await on.record('PreToolUse', started)
    const { answer } = await on.tell('PostToolUse', { ...started, tool_response: { agentId: 'a', content: [] } })
    expect(answer).toEqual({ hookSpecificOutput: told })
    const read = {
      tool_name: 'Bash',
      tool_input: { command: 'cat a' },
      tool_use_id: 'm',
      tool_response: { stdout: 'a' },
    }
    expect((await on.tell('PostToolUse', read)).answer).toEqual({})
    const ask = await asking(on, '--session', on.stream)
    expect(await ask()).toMatchObject({ text: expect.stringContaining('three callers of add'), isError: false })
    expect(await ask({ worker: 1 })).toEqual(await ask())
    expect(await ask({ worker: 2 })).toEqual({ text: 'There is no subagent 2: 1 was started.', isError: true })
    expect(await ask({ worker: 'a' })).toEqual(await ask())
    const refused = { text: 'worker must be the number of a subagent, from 1, or its id.', isError: true }
    for (const given of [{ worker: 0 }, { worker: '' }, { agent: 'a' }]) expect(await ask(given)).toEqual(refused)
    expect(await (await asking(on))()).toMatchObject({ text: expect.stringContaining('[NO_SESSION]'), isError: true })
  })
})
