import { describe, expect, it } from 'vitest'
import { type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

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
    expect(ended.systemMessage).toContain('the answer before: bailiff outcome --answer')
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

  it('is judged by itself if the policy says so', async () => {
    const on = await gate({ policy: `${POLICY}subagents: block\n` })
    await on.ask()
    expect(await reports(on, REPORT)).toMatchObject({ decision: 'block' })
    expect(await on.stop('The agent found three callers.')).toMatchObject({ verdict: 'unclaimed' })
  })
})
