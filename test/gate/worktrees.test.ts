import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Worktrees inside the project: git does not list their files there, and the project's checks do not run them. */

const FILES = { ...PROJECT, ...PASSING, '.gitignore': '.claude/worktrees/\n' }
const BREAKS = "sed -i 's/a + b/a - b/' src/add.js"
const TREE = '.claude/worktrees/one'

const opened = (): Promise<Gate> => gate({ files: FILES, policy: POLICY.replace('--test', '--test test/') })

/** A command that the agent runs in a folder other than the project's. */
async function ranIn(on: Gate, cwd: string, command: string, more: object = {}): Promise<void> {
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `${cwd} ${command}`, cwd, ...more }
  await on.record('PreToolUse', call)
  expect(spawnSync('/bin/sh', ['-c', command], { cwd, env: on.env }).status).toBe(0)
  await on.record('PostToolUse', { ...call, tool_response: { stdout: '', stderr: '' } })
}

describe('a worktree in an ignored folder of the project', () => {
  it('is judged on its own content, in the folder that the agent changed to before', async () => {
    const on = await opened()
    await on.shell(`git worktree add -q ${TREE}`)
    await on.ask()
    await ranIn(on, join(on.project, TREE), BREAKS)
    expect(await on.stop('All done.')).toMatchObject({ findings: ['done FAILED'] })
    expect(on.bodies('turn.changed').at(-1)).toEqual({ paths: ['src/add.js'], total: 1 })
  })

  it('is not judged if only another session works in it', async () => {
    const on = await opened()
    await on.shell(`git worktree add -q ${TREE}`)
    await on.ask()
    await on.edit({ 'src/more.js': '1\n' })
    on.write({ [`${TREE}/src/add.js`]: 'export const add = () => 0\n' })
    await on.shell(`git worktree list && cat ${TREE}/src/add.js`)
    expect(await on.stop('All done.')).toMatchObject({ verdict: 'earned', findings: [] })
    expect(on.bodies('turn.changed').at(-1)).toMatchObject({ paths: ['src/more.js'] })
  })

  it('is judged when the lead of a subagent that worked in it stops, also in silence', async () => {
    const on = await opened()
    const agent = { agent_id: 'a', agent_type: 'worker', cwd: join(on.project, TREE), stop_hook_active: false }
    await on.ask()
    await on.shell(`git worktree add -q ${TREE}`)
    await on.record('SubagentStart', agent)
    await ranIn(on, agent.cwd, BREAKS, agent)
    await on.tell('SubagentStop', { ...agent, last_assistant_message: 'I am back.' })
    expect(await on.stop('It is back.')).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
    await ranIn(on, agent.cwd, 'git checkout -q . && echo 1 > src/more.js', agent)
    await on.tell('SubagentStop', { ...agent, last_assistant_message: 'All done.' })
    expect(await on.stop('It is back.')).toMatchObject({ decision: undefined, verdict: 'earned' })
  })
})

it('a worktree in the project that git does not ignore is no change of the project, and its tests may go with it', async () => {
  const on = await opened()
  await on.ask()
  await on.shell(`git worktree add -q tree && cd tree && ${BREAKS}`)
  expect(await on.stop('All done.')).toMatchObject({ findings: ['done FAILED'] })
  expect(on.bodies('turn.changed').at(-1)).toMatchObject({ paths: ['src/add.js'] })
  await on.ask()
  await on.shell('git worktree remove --force tree')
  expect(await on.stop('All done.')).toMatchObject({ verdict: 'earned', findings: [] })
})
