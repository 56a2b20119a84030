import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Around, runCli } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { markOpen } from '../ledger/stores/files/open-streams.ts'

/** Commands that change what is recorded are for people: an agent is refused, whatever options it passes. */

const COMMANDS = [
  'init',
  'uninstall',
  'pause',
  'resume',
  'gc',
  'key rotate',
  'policy sign',
  'admin keygen',
  'admin show',
  'admin set threshold 0.9',
  'admin recalibrate',
  'admin history',
  'admin sign change.json',
  'admin apply signed.json',
  'controller resolve x',
  'trust undo x',
  'controller run b.yaml --take-over',
  'controller run b.yaml --approve plan-1',
]

it.each(COMMANDS)('bailiff %s is refused if the environment shows an agent, even with --yes', async (command) => {
  const home = join(tempDir(), 'home')
  for (const env of [{ CLAUDECODE: '1' }, { CODEX_CI: '1' }, { GEMINI_CLI: '1' }]) {
    const isAsking = !/^(?:resume|policy sign|admin (?!keygen).*)$/.test(command)
    const yes = isAsking ? ['--yes'] : []
    const { exit, err } = await runCli([...command.split(' '), ...yes, '--home', home], env, { cwd: tempDir() })
    expect([exit, err]).toEqual([3, expect.stringContaining('[PERSON_ONLY]')])
  }
})

it.each(COMMANDS)('bailiff %s is refused if an agent program started it', async (command) => {
  const ancestors = [['bash'], ['/usr/bin/node', '/opt/node_modules/@openai/codex/bin/codex.js']]
  const { exit, err } = await runCli(
    [...command.split(' '), '--home', join(tempDir(), 'home')],
    {},
    { ancestors, cwd: tempDir() },
  )
  expect([exit, err]).toEqual([3, expect.stringContaining('[PERSON_ONLY]')])
})

it.each(['init', 'uninstall'])('bailiff %s --dry-run changes nothing, and is never refused', async (command) => {
  const env = { CLAUDECODE: '1', HOME: tempDir() }
  const argv = [command, '--dry-run', '--host', 'claude-code', '--home', join(tempDir(), 'home')]
  expect((await runCli(argv, env, { cwd: tempDir() })).exit).toBe(0)
})

it('at a terminal that an agent once opened, a person may confirm, but not without a terminal or while a session is open', async () => {
  const home = join(tempDir(), 'home')
  const env = { CLAUDECODE: '1' }
  const pause = (around: Around) => runCli(['resume', '--home', home], env, around)
  await runCli(['init', '--yes', '--host', 'codex', '--home', home], { HOME: tempDir() }, { cwd: tempDir() })
  expect(await pause({ answer: 'person' })).toMatchObject({ exit: 0 })
  expect(await pause({ answer: 'yes' })).toMatchObject({ exit: 3 })
  expect(await pause({ answer: 'person', hasTerminal: false })).toMatchObject({ exit: 3 })
  expect(await pause({ answer: 'person', ancestors: [['claude']] })).toMatchObject({ exit: 3 })
  markOpen(home, { stream: 'session/codex-a', workspace: '/w', process: null })
  expect(await pause({ answer: 'person' })).toMatchObject({ exit: 3 })
})

it('init --yes is not stopped by a session in another project, but by one in this repository, above or below it', async () => {
  const [root, other] = [tempDir(), tempDir()]
  const home = join(tempDir(), 'home')
  mkdirSync(join(root, '.git'))
  mkdirSync(join(root, 'a/b'), { recursive: true })
  const init = (workspace: string, yes: string[] = ['--yes'], cwd = join(root, 'a')) => {
    markOpen(home, { stream: 'session/codex-a', workspace, process: null })
    const argv = ['init', '--no-checks', '--host', 'codex', '--home', home, ...yes]
    return runCli(argv, { HOME: other }, { cwd, hasTerminal: false })
  }
  for (const near of [root, join(root, 'a'), join(root, 'a/b'), join(root, 'gone'), '/'])
    expect(await init(near)).toMatchObject({ exit: 3, err: expect.stringContaining('[PERSON_ONLY]') })
  expect(await init(other, [])).toMatchObject({ exit: 3, err: expect.stringContaining('[PERSON_ONLY]') })
  expect(await init(other, ['--yes'], tempDir())).toMatchObject({ exit: 0 })
})

it('a process without a terminal does not count as a person while a session is open', async () => {
  const home = join(tempDir(), 'home')
  await runCli(['init', '--yes', '--host', 'codex', '--home', home], { HOME: tempDir() }, { cwd: tempDir() })
  const resume = (around: Around) => runCli(['resume', '--home', home], {}, around)
  expect(await resume({ hasTerminal: false })).toMatchObject({ exit: 0 })
  markOpen(home, { stream: 'session/codex-a', workspace: '/w', process: null })
  expect(await resume({ hasTerminal: true })).toMatchObject({ exit: 0 })
  expect(await resume({ hasTerminal: false })).toMatchObject({
    exit: 3,
    err: expect.stringContaining('there is no terminal, and the session codex-a is open'),
  })
})
