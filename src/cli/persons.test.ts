import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'

/** What changes what is recorded is for people: an agent that asks is refused, whatever it says. */

const COMMANDS = ['init', 'uninstall', 'pause', 'resume', 'gc', 'key rotate']

it.each(COMMANDS)('bailiff %s is refused where the environment shows an agent, also with --yes', async (command) => {
  const home = join(tempDir(), 'home')
  for (const env of [{ CLAUDECODE: '1' }, { CODEX_CI: '1' }, { GEMINI_CLI: '1' }]) {
    const yes = ['resume', 'gc', 'key rotate'].includes(command) ? [] : ['--yes']
    const { exit, err } = await runCli([...command.split(' '), ...yes, '--home', home], env, { cwd: tempDir() })
    expect([exit, err]).toEqual([3, expect.stringContaining('[PERSON_ONLY]')])
  }
})

it.each(COMMANDS)('bailiff %s is refused where an agent program started it', async (command) => {
  const ancestors = [['bash'], ['/usr/bin/node', '/opt/node_modules/@openai/codex/bin/codex.js']]
  const { exit, err } = await runCli(
    [...command.split(' '), '--home', join(tempDir(), 'home')],
    {},
    { ancestors, cwd: tempDir() },
  )
  expect([exit, err]).toEqual([3, expect.stringContaining('[PERSON_ONLY]')])
})

it.each(['init', 'uninstall'])('bailiff %s --dry-run changes nothing, and is refused to nobody', async (command) => {
  const env = { CLAUDECODE: '1', HOME: tempDir() }
  const argv = [command, '--dry-run', '--host', 'claude-code', '--home', join(tempDir(), 'home')]
  expect((await runCli(argv, env, { cwd: tempDir() })).exit).toBe(0)
})
