import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'
import { hookHere } from '../helpers/hook-here.ts'

/** Our hooks are in a settings file that git ignores: commands that clean up may take it along. */

const FILES = { ...PROJECT, ...PASSING }
const settingsOf = ({ project }: Gate): string => join(project, '.claude/settings.local.json')

const answerTo = async (on: Gate, command: string, cwd = on.project): Promise<unknown> => {
  const { answer } = await on.tell('PreToolUse', { tool_name: 'Bash', tool_input: { command }, cwd })
  return (answer['hookSpecificOutput'] as { permissionDecision?: string } | undefined)?.permissionDecision
}

const TAKEN = [
  'git clean -fdx',
  'git clean -fdX',
  'git clean -x -d --force -q',
  'git clean -dffx .',
  'git clean -fdx -e node_modules --exclude=.env',
  'git -C src/.. clean -fdx',
  'cd src && git clean -fdx ..',
  'npm run build && git clean -xdf && npm ci',
  'git stash --all',
  'git stash push -a -m "before the rebase"',
  'git stash -aq',
]

const LEFT = [
  'git clean -fd',
  'git clean -fx',
  'git clean -dx',
  'git clean -ndx',
  'git clean -fdx --dry-run',
  'git clean -fdx -e .claude',
  'git clean -fdx --exclude=/.claude/',
  'git clean -fdx -e "*.local.json"',
  'git clean -fdx -e .claude/settings.local.json',
  'git clean -fdx src dist',
  'cd src && git clean -fdx',
  'git stash',
  'git stash -u',
  'git stash list --all',
  'git stash push -a -- src',
  'git commit -m "git clean -fdx"',
]

it('a call that would certainly clean our hooks away is denied, and one that leaves them is not', async () => {
  const on = await gate({ files: FILES })
  const codes = (): unknown[] => on.bodies('dispatch.denied').map(({ code, what }) => [code, what])
  for (const command of TAKEN) expect([command, await answerTo(on, command)]).toEqual([command, 'deny'])
  expect(new Set(codes().map((one) => (one as string[])[0]))).toEqual(new Set(['PROTECTED_SETTINGS']))
  for (const command of LEFT) expect([command, await answerTo(on, command)]).toEqual([command, undefined])
  // Git does not take a file that it tracks, nor one without our hooks.
  on.git('add', '-f', '.claude/settings.local.json')
  expect(await answerTo(on, 'git clean -fdx')).toBeUndefined()
  on.git('rm', '-q', '--cached', '.claude/settings.local.json')
  expect(await answerTo(on, 'git clean -fdx')).toBe('deny')
})

it('a stop says that our hooks are gone from the settings, until they are back or a person uninstalled them', async () => {
  const on = await gate({ files: FILES })
  const settings = settingsOf(on)
  const text = readFileSync(settings, 'utf8')
  const { command } = JSON.parse(text).hooks.Stop[0].hooks[0]
  const stop = async (): Promise<unknown> => {
    const said = { session_id: 's', cwd: on.project, hook_event_name: 'Stop', last_assistant_message: 'Hello.' }
    return (await hookHere(command, said, on.env)).answer['systemMessage']
  }
  expect(await stop()).toBeUndefined()
  rmSync(settings)
  const gone = expect.stringMatching(
    `^Bailiff: HOOKS_GONE: hooks are gone from ${settings}, so new sessions there are not`,
  )
  expect([await stop(), await stop()]).toEqual([gone, gone])
  writeFileSync(settings, '{ "enabledPlugins": { "bailiff@bailiff": true } }')
  expect(await stop()).toBeUndefined()
  writeFileSync(settings, text)
  expect(await stop()).toBeUndefined()
  await on.cli('uninstall', '--scope', 'local', '--yes')
  expect([existsSync(settings), await stop()]).toEqual([false, undefined])
})
