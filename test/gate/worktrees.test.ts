import { execFileSync, spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
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

const PATCH = `--- a/src/add.js
+++ b/src/add.js
@@ -1 +1 @@
-export const add = (a, b) => a + b
+export const add = (a, b) => a - b
`

const WAYS: readonly [string, (on: Gate, tree: string) => Promise<unknown>][] = [
  ['a change of folder in the same command', (on) => on.shell(`cd ${TREE} && ${BREAKS}`)],
  ['a folder changed before', (on, tree) => ranIn(on, tree, BREAKS)],
  ['a file tool', (on) => on.edit({ [`${TREE}/src/add.js`]: 'export const add = () => 0\n' })],
  ['git -C', (on) => on.shell(`git -C ${TREE} apply ../../../../a.patch`)],
  ['a script that gets its path', (on) => on.shell(`sh ../break.sh ${TREE}`)],
  ['a link to it', (on) => on.shell(`cd ../link && ${BREAKS}`)],
]

describe('a worktree in an ignored folder of the project', () => {
  it(`is judged on its own content, whether the agent reaches it by ${WAYS.map(([by]) => by).join(', ')}`, async () => {
    const on = await opened()
    const tree = join(on.project, TREE)
    writeFileSync(join(on.root, 'a.patch'), PATCH)
    writeFileSync(join(on.root, 'break.sh'), `cd "$1" && ${BREAKS}\n`)
    symlinkSync(tree, join(on.root, 'link'))
    await on.shell(`git worktree add -q ${TREE}`)
    for (const [way, act] of WAYS) {
      await on.ask()
      await act(on, tree)
      const { findings } = await on.stop('All done.')
      expect([way, findings, on.bodies('turn.changed').at(-1)]).toEqual([
        way,
        ['done FAILED'],
        { paths: ['src/add.js'], total: 1 },
      ])
      execFileSync('git', ['checkout', '-q', '.'], { cwd: tree })
    }
    await on.ask()
    await ranIn(on, tree, 'echo 1 > src/more.js')
    expect(await on.stop('Anything else?')).toMatchObject({ verdict: 'earned', notes: ['work EARNED'] })
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

  it('is judged when a subagent that works in it stops, also in silence', async () => {
    const on = await opened()
    const agent = { agent_id: 'a', agent_type: 'worker', cwd: join(on.project, TREE), stop_hook_active: false }
    await on.ask()
    await on.shell(`git worktree add -q ${TREE}`)
    await on.record('SubagentStart', agent)
    await ranIn(on, agent.cwd, BREAKS, agent)
    for (const message of ['All done.', 'I am back.'])
      await on.tell('SubagentStop', { ...agent, last_assistant_message: message })
    await ranIn(on, agent.cwd, 'git checkout -q . && echo 1 > src/more.js', agent)
    await on.tell('SubagentStop', { ...agent, last_assistant_message: 'All done.' })
    const judged = on.bodies('stop.judged', `${on.stream}.a`).map(({ verdict }) => verdict)
    expect(judged).toEqual(['blocked', 'blocked', 'earned'])
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
