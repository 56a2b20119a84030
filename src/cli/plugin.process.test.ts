import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { runCli, unwrapped } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { warm } from '../../test/helpers/warm.ts'

/** A person whose Claude Code has the plugin from this repository enabled. */
function person() {
  const root = tempDir()
  const project = join(root, 'project')
  const write = (path: string, value: object): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(value))
  }
  write('.claude/settings.json', { enabledPlugins: { 'bailiff@bailiff': true } })
  write('.claude/plugins/known_marketplaces.json', {
    bailiff: { source: { source: 'directory', path: resolve('.') }, installLocation: resolve('.') },
  })
  mkdirSync(project)
  execFileSync('git', ['-C', project, 'init', '-q'])
  const env = { PATH: process.env['PATH'], HOME: root, BAILIFF_HOME: join(root, 'ledger') }
  const run = (line: string) => runCli(line.split(' '), env, { cwd: project })
  return { root, run, local: join(project, '.claude/settings.local.json') }
}

it('counts the hooks of the plugin in status and doctor', async () => {
  const { root, run } = person()
  await run('init --yes --no-checks --host claude-code')
  const bin = join(root, 'ledger/bin')
  warm(join(bin, readdirSync(bin).find((name) => name !== 'bailiff-hook') ?? ''))
  expect(await run('status')).toMatchObject({ exit: 0, out: expect.stringContaining('Supervised: Claude Code') })
  const { checks } = JSON.parse((await run('doctor --quick --json --host claude-code')).out)
  const found = checks.flatMap(({ remarks }: { remarks: { kind: string; code: string }[] }) => remarks)
  expect(found.filter(({ kind }: { kind: string }) => kind === 'finding')).toEqual([])
  expect(checks.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toContain(
    'rehearsal sound',
  )
})

it('adds no hooks to settings in init, but the launcher and a policy', async () => {
  const { root, run, local } = person()
  const { exit, out } = await run('init --yes --no-checks --host claude-code')
  expect([exit, unwrapped(out)]).toEqual([0, expect.stringContaining('Claude Code: skipped, the plugin has its hooks')])
  expect(existsSync(local)).toBe(false)
  expect(existsSync(join(root, 'ledger/bin/bailiff-hook'))).toBe(true)
  expect(existsSync(join(root, 'project/.bailiff/policy.yaml'))).toBe(true)
})

it('adds them if a person names the scope', async () => {
  const { run, local } = person()
  await run('init --yes --no-checks --host claude-code --scope local')
  expect(existsSync(local)).toBe(true)
})

it('names the command that removes the plugin in uninstall', async () => {
  const { run } = person()
  await run('init --yes --no-checks --host claude-code')
  const { out } = await run('uninstall --yes')
  expect(unwrapped(out)).toContain('To remove it, run: claude plugin uninstall bailiff@bailiff')
})
