import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it, onTestFailed } from 'vitest'
import type { ScriptedReply } from '../../src/doctor/model-server/script.ts'
import { startModelServer } from '../../src/doctor/model-server/server.ts'
import { run } from '../../src/process/run.ts'
import { copyTree } from '../helpers/template.ts'
import { bailiff } from './cli.ts'
import { bodies, CLAIM, HONEST, OPEN, verdictsIn } from './gated.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { writeSound } from './project.ts'
import { environment, newPlace, type Place, programOf } from './session.ts'

/** The plugin of this repository, installed by Claude Code's own plugin manager from its folder. */

type Machine = {
  place: Place
  claude(...args: string[]): Promise<string>
  bailiff(...args: string[]): Promise<{ exit: number | null; out: string }>
  /** Runs one session and returns what the program printed. */
  session(prompt: string): Promise<string>
  record(): Promise<Ledger>
  heard: readonly string[]
}

/** Where the plugin comes from: a copy of its folder, or this repository. `none`: nothing is installed. */
type Source = 'copy' | 'repository' | 'none'

/** For each source, a machine on which the plugin was installed, and a copy of everything on it. */
const templates = new Map<Source, { place: Place; copy: string }>()
const cleanUps: (() => void)[] = []
afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp()
})

/** A person with a project whose tests pass, and the plugin. */
async function machine(
  script: (place: Place) => ScriptedReply[],
  act: (on: Machine) => Promise<void>,
  from: Source = 'copy',
): Promise<void> {
  const template = templates.get(from)
  const place = template?.place ?? newPlace((cleanUp) => cleanUps.push(cleanUp))
  const root = dirname(place.home)
  if (template === undefined) writeSound(place.project)
  else {
    rmSync(root, { recursive: true })
    copyTree(template.copy, root)
  }
  const server = await startModelServer({ main: script(place) })
  const settings = claudeCode.prepare(place, { hooks: [], url: server.url, model: undefined })
  const env = { ...environment(place), ...settings, BAILIFF_HOME: place.ledger }
  const start = async (program: string, args: string[]) => {
    const { exit, stdout, stderr } = await run(program, args, { cwd: place.project, env, timeoutMs: 150_000 })
    const out = `${stdout}${stderr}`
    onTestFailed(() => console.log(`${program} ${args.join(' ')}: ${exit}\n${out}`))
    return { exit, out }
  }
  const claude = async (...args: string[]) => {
    const { exit, out } = await start(programOf(claudeCode), args)
    expect(exit).toBe(0)
    return out
  }
  const shown = ['--verbose', '--include-hook-events']
  const on: Machine = {
    place,
    claude,
    bailiff: (...args) => bailiff(place, env, args),
    session: (prompt) =>
      claude(...shown, ...claudeCode.args(prompt, 'first').map((arg) => (arg === 'json' ? 'stream-json' : arg))),
    record: () => readLedger(place.ledger),
    heard: server.heard,
  }
  try {
    if (template === undefined && from !== 'none') {
      const folder = from === 'copy' ? join(place.home, 'bailiff') : resolve('.')
      const parts = from === 'copy' ? ['.claude-plugin', 'plugin'] : []
      for (const part of parts) cpSync(part, join(folder, part), { recursive: true })
      await claude('plugin', 'marketplace', 'add', folder)
      await claude('plugin', 'install', 'bailiff@bailiff')
      const copy = `${root} copy`
      copyTree(root, copy)
      cleanUps.push(() => rmSync(copy, { recursive: true, force: true }))
      templates.set(from, { place, copy })
    }
    await act(on)
    expect(server.complaints()).toEqual([])
  } finally {
    await server.close()
  }
}

const BREAK: ScriptedReply = { calls: [{ shell: "sed -i 's/a + b/a - b/' src/add.js" }] }
const BLOCKED: ScriptedReply[] = [BREAK, { text: CLAIM }, { text: HONEST }]

/** The one stream of the session. */
async function entriesOf(on: Machine) {
  const { streams, findings } = await on.record()
  onTestFailed(() => console.log(JSON.stringify(streams, null, 1)))
  expect(findings).toEqual([])
  expect(Object.keys(streams)).toHaveLength(1)
  return Object.values(streams)[0] ?? []
}

describe('claude-code, with the plugin', () => {
  it('is valid for the plugin manager', () =>
    machine(
      () => [],
      async ({ claude }) => {
        for (const folder of ['.', 'plugin'])
          expect(await claude('plugin', 'validate', resolve(folder))).toContain('Validation passed')
      },
      'none',
    ))

  it('blocks "done" while the tests fail, with no hooks in any settings', () =>
    machine(
      () => BLOCKED,
      async (on) => {
        const missing = expect.stringContaining('Not supervised: Claude Code (hook program missing)')
        expect(await on.bailiff('status')).toMatchObject({ exit: 1, out: missing })
        expect((await on.bailiff('init', '--yes', '--host', 'claude-code')).out).toContain('the plugin has its hooks')
        expect(existsSync(join(on.place.project, '.claude/settings.local.json'))).toBe(false)
        await on.session('Make it subtract.')
        const entries = await entriesOf(on)
        expect(verdictsIn(entries)).toEqual(['blocked FAILED', OPEN])
        expect(on.heard.some((said) => said.includes('Not permitted: ending the turn with claims'))).toBe(true)
        expect(await on.bailiff('status')).toMatchObject({ exit: 0 })
        expect(await on.bailiff('doctor', '--quick', '--host', 'claude-code')).toMatchObject({ exit: 0 })
      },
    ))

  it.each(['local', 'project', 'user'])('records everything once if init installs hooks in scope %s as well', (scope) =>
    machine(
      () => BLOCKED,
      async (on) => {
        await on.bailiff('init', '--yes', '--host', 'claude-code', '--scope', scope)
        await on.session('Make it subtract.')
        const entries = await entriesOf(on)
        expect(bodies(entries, 'dispatch.proposed')).toHaveLength(1)
        expect(verdictsIn(entries)).toEqual(['blocked FAILED', OPEN])
        expect(await on.bailiff('doctor', '--quick', '--host', 'claude-code')).toMatchObject({ exit: 0 })
      },
    ),
  )

  it('tells the person at both ends of a turn that Bailiff is not installed, and lets the session go on', () =>
    machine(
      () => [BREAK, { text: CLAIM }],
      async (on) => {
        expect((await on.session('Make it subtract.')).match(/but Bailiff is not installed/g)?.length).toBeGreaterThan(
          1,
        )
        expect(existsSync(on.place.ledger)).toBe(false)
      },
    ))

  it('finds the program beside the plugin if it is installed nowhere else', () =>
    machine(
      () => [BREAK, { text: HONEST }],
      async (on) => {
        await on.session('Make it subtract.')
        expect(bodies(await entriesOf(on), 'dispatch.proposed')).toHaveLength(1)
      },
      'repository',
    ))

  it('keeps its hooks when the agent tries to disable it', () =>
    machine(
      ({ home }) => [
        { calls: [{ shell: 'claude plugin disable bailiff@bailiff' }] },
        { calls: [{ shell: `echo '{"enabledPlugins":{"bailiff@bailiff":false}}' > .claude/settings.local.json` }] },
        { calls: [{ shell: `rm -rf '${join(home, '.claude/plugins/cache/bailiff')}'` }] },
        { calls: [{ shell: `echo '{}' > '${join(home, 'bailiff/plugin/hooks/hooks.json')}'` }] },
        ...BLOCKED,
      ],
      async (on) => {
        await on.bailiff('init', '--yes', '--host', 'claude-code')
        await on.session('Make it subtract.')
        const entries = await entriesOf(on)
        const denied = bodies(entries, 'dispatch.denied').map(({ code }) => code)
        expect(denied).toEqual(Array(4).fill('PROTECTED_SETTINGS'))
        expect(verdictsIn(entries)).toEqual(['blocked FAILED', OPEN])
      },
    ))

  it('keeps its hooks for the session if something else disables it', () =>
    machine(
      // A program that the checks cannot read: it is not the shell that writes.
      () => [{ calls: [{ shell: 'node switch-off.cjs' }] }, ...BLOCKED],
      async (on) => {
        await on.bailiff('init', '--yes', '--host', 'claude-code')
        writeFileSync(join(on.place.project, 'switch-off.cjs'), SWITCH_OFF)
        await on.session('Make it subtract.')
        const entries = await entriesOf(on)
        expect(bodies(entries, 'settings.refused')).toMatchObject([{ code: 'HOOKS_REMOVED' }])
        expect(verdictsIn(entries)[0]).toContain('blocked')
      },
    ))
})

/** Disables the plugin in the project, and ends when the refusal is recorded. The host's time limit ends it otherwise. */
const SWITCH_OFF = `const { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs')
const [folder, name] = ['.claude', 'settings' + '.local.json']
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/' + name, JSON.stringify({ ['enabled' + 'Plugins']: { 'bailiff@bailiff': false } }))
const home = process.env['BAILIFF' + '_HOME']
const texts = () => readdirSync(home, { recursive: true }).map((path) => home + '/' + path)
  .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()).map((path) => readFileSync(path, 'utf8'))
const timer = setInterval(() => texts().some((text) => text.includes('"kind":"settings.refused"')) && clearInterval(timer), 200)
`
