import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { BAILIFF } from '../helpers/children.ts'
import { runCli } from '../helpers/cli.ts'
import { collect } from '../helpers/collect.ts'
import { bundleOf } from '../helpers/controller-commands.ts'
import { withStore } from '../helpers/ledger.ts'
import { McpHere } from '../helpers/mcp-here.ts'
import { tempDir } from '../helpers/temp.ts'

/** Each way in which Bailiff starts a program for a model: each tries to read a key, and to approve a policy. */

type Ran = { exit: number; out: string }
/** `run` is a command in this process, `start` the built program. */
type Place = { dir: string; home: string; key: string; run: Command; start: Command }
type Command = (...argv: string[]) => Promise<Ran>

/** A project with a ledger outside of it, and programs that no check can see into. */
async function place(): Promise<Place> {
  const root = tempDir()
  const [dir, home] = [join(root, 'work'), join(root, 'home')]
  mkdirSync(join(dir, '.bailiff'), { recursive: true })
  await withStore(home, async (store) => {
    await store.append('session/a', [{ kind: 'x', actor: 'harness', body: {} }])
  })
  symlinkSync(home, join(dir, 'link'))
  writeFileSync(join(dir, '.bailiff/policy.yaml'), 'version: 1\n')
  for (const [name, options] of Object.entries(APPROVERS)) writeFileSync(join(dir, name), approver(home, options))
  const env = { PATH: process.env['PATH'], HOME: root, BAILIFF_HOME: home }
  const run = async (...argv: string[]): Promise<Ran> => {
    const { exit, out, err } = await runCli(argv, env, { cwd: dir, hasTerminal: false })
    return { exit, out: out + err }
  }
  const start = (...argv: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(process.execPath, [BAILIFF, ...argv], { cwd: dir, env }, (error, stdout, stderr) =>
        resolve({ exit: error === null ? 0 : Number(error.code), out: stdout + stderr }),
      )
    })
  return { dir, home, key: readFileSync(join(home, 'keys/current'), 'utf8').trim(), run, start }
}

/** Runs `policy approve --yes` with the environment it has, with none, and cut loose from its parents. */
const APPROVERS = {
  'approve.cjs': '{}',
  'approve-bare.cjs': '{ env: {} }',
  'approve-loose.cjs': '{ env: {}, detached: true }',
}

/** A program with its environment is refused whoever started it; the others because of the programs that started them. */
const howToStart = (name: string): 'run' | 'start' => (name === 'approve.cjs' ? 'run' : 'start')

const approver = (home: string, options: string): string => `const { spawn } = require('node:child_process')
const { writeFileSync } = require('node:fs')
const argv = [${JSON.stringify(BAILIFF)}, 'policy', 'approve', '--yes', '--home', ${JSON.stringify(home)}]
const child = spawn(process.execPath, argv, { stdio: 'ignore', ...${options} })
child.on('exit', (code) => writeFileSync('exit', String(code)))
`

const approved = ({ dir }: Place): string | null =>
  existsSync(join(dir, 'exit')) ? readFileSync(join(dir, 'exit'), 'utf8') : null

const entriesOf = ({ home }: Place, kind: string): Promise<{ kind: string; body: JsonObject }[]> =>
  withStore(
    home,
    async (store) => {
      const names = readdirSync(join(home, 'ledger', kind)).map((name) => name.replace(/\.jsonl$/, ''))
      const all = await Promise.all(names.map((name) => collect(store.read(`${kind}/${name}`))))
      return all.flat()
    },
    {},
  )

/** The codes with which calls were denied. */
const denials = async (on: Place, kind: string): Promise<unknown[]> =>
  (await entriesOf(on, kind)).filter((one) => one.kind === 'dispatch.denied').map(({ body }) => body['code'])

describe('bailiff run', () => {
  /** Supervises an agent that sends one action. */
  async function supervised(
    on: Place,
    actions: string,
    action: JsonObject,
    probes = '{}',
    how: 'run' | 'start' = 'run',
  ): Promise<Ran> {
    const task = `version: 1\nactions: ${actions}\nprobes: ${probes}\nlimits: { steps: 1 }\n`
    writeFileSync(join(on.dir, 'task.yaml'), task)
    const step = { belief: { affordances: {}, posture: 'unknown', evidence: 'none' }, action, free_text: '' }
    writeFileSync(
      join(on.dir, 'agent.cjs'),
      `process.stdin.once('data', () => console.log(${JSON.stringify(JSON.stringify(step))}))\n`,
    )
    return on[how]('run', 'task.yaml', '--', process.execPath, 'agent.cjs')
  }

  const act = (payload: JsonObject): JsonObject => ({ type: 'do', payload })

  it.each([
    ['an action', '{ do: { runs: any } }', { command: 'cat "$HOME"/home/keys/*' }],
    ['a fixed action', '{ do: { runs: cat link/keys/current } }', {}],
    ['an action that writes', '{ do: { writes: link/keys/new } }', { content: 'x' }],
  ])('does not carry out %s that touches a key', async (_, actions, payload) => {
    const on = await place()
    const { out } = await supervised(on, actions, act(payload))
    expect(out).toContain('BLOCK  ACTION_DENIED')
    expect(out).not.toContain(on.key)
    expect(await denials(on, 'run')).toEqual(['PROTECTED_KEYS'])
    expect((await entriesOf(on, 'run')).map(({ kind }) => kind)).not.toContain('action.executed')
    expect((await on.run('verify')).exit).toBe(0)
  })

  it('does not run a probe that reads a key', async () => {
    const on = await place()
    const probes = '{ violation: { command: cat link/keys/current, output: x } }'
    const { out } = await supervised(on, '{ do: { runs: any } }', act({ command: 'true' }), probes)
    expect(out).toContain('ENVIRONMENT_FAILED')
    const [end] = (await entriesOf(on, 'run')).filter(({ kind }) => kind === 'run.ended')
    expect(end?.body['why']).toContain('(PROTECTED_KEYS)')
  })

  it('does not start an agent program that reads a key', async () => {
    const on = await place()
    writeFileSync(join(on.dir, 'task.yaml'), 'version: 1\n')
    const { exit, out } = await on.run('run', 'task.yaml', '--', 'cat', 'link/keys/current')
    expect([exit, out]).toEqual([3, expect.stringMatching(/\(PROTECTED_KEYS\).*\[RUN_DENIED\]/)])
    expect(out).not.toContain(on.key)
  })

  it('denies an action that approves a policy, if its command shows it', async () => {
    const on = await place()
    await supervised(on, '{ do: { runs: any } }', act({ command: 'bailiff policy approve --yes' }))
    expect(await denials(on, 'run')).toEqual(['PERSON_ONLY'])
  })

  it.each(Object.keys(APPROVERS))('lets no action approve a policy by a program of its own: %s', async (name) => {
    const on = await place()
    const how = howToStart(name)
    const { out } = await supervised(on, '{ do: { runs: any } }', act({ command: `node ${name}` }), '{}', how)
    expect(out).toContain('exit 0')
    expect(approved(on)).toBe('3')
  })

  it('lets its agent program approve no policy', async () => {
    const on = await place()
    writeFileSync(join(on.dir, 'task.yaml'), 'version: 1\n')
    await on.start('run', 'task.yaml', '--', process.execPath, 'approve-bare.cjs')
    expect(approved(on)).toBe('3')
  })

  it('carries out ordinary actions, and adds nothing to their record', async () => {
    const on = await place()
    const { out } = await supervised(on, '{ do: { runs: any } }', act({ command: 'echo x > y && cat y' }))
    expect(out).toContain('ALLOW')
    const kinds = (await entriesOf(on, 'run')).map(({ kind }) => kind)
    expect(kinds.filter((kind) => /^dispatch|denied/.test(kind))).toEqual([])
    expect(kinds).toContain('action.executed')
  })

  it('leaves people their commands after it', async () => {
    const on = await place()
    await supervised(on, '{ do: { runs: any } }', act({ command: 'true' }))
    expect((await on.start('policy', 'approve', '--yes')).exit).toBe(0)
  })
})

describe('a worker', () => {
  async function worked(on: Place, command: string, how: 'run' | 'start' = 'run'): Promise<string> {
    const client = new Client({ name: 'test', version: '0' })
    const at = { cwd: on.dir, env: { PATH: process.env['PATH'] ?? '', HOME: join(on.home, '..') } }
    const args = ['--home', on.home, '--lead', '--owner', 'alice']
    const installed = { command: process.execPath, args: [BAILIFF, 'mcp', ...args], ...at }
    await client.connect(
      how === 'run' ? new McpHere(args, at) : new StdioClientTransport({ ...installed, stderr: 'pipe' }),
    )
    try {
      const call = { name: 'spawn_worker', arguments: { task: 'Work', command, wait: true } }
      const { content } = await client.callTool(call)
      return (content as { text: string }[])[0]?.text ?? ''
    } finally {
      await client.close()
    }
  }

  it('is not started if it reads a key', async () => {
    const on = await place()
    expect(await worked(on, 'cat link/keys/current')).toContain('(PROTECTED_KEYS)')
    expect(await denials(on, 'run')).toEqual(['PROTECTED_KEYS'])
  })

  it.each(['approve.cjs', 'approve-bare.cjs'])('approves no policy: %s', async (name) => {
    const on = await place()
    expect(await worked(on, `node ${name}`, howToStart(name))).toBe('Worker 1: success.')
    expect(approved(on)).toBe('3')
  })
})

describe('a controller', () => {
  const approve = ['resource:config:*']
  const controlled = (on: Place, bundle: string, how: 'run' | 'start' = 'run'): Promise<Ran> => {
    writeFileSync(join(on.dir, 'bundle.yaml'), bundle)
    return on[how]('controller', 'run', 'bundle.yaml')
  }

  it('carries out no effect that reads a key', async () => {
    const on = await place()
    await controlled(on, bundleOf({ approve, driver: '{ kind: command, command: cat link/keys/current }' }))
    expect(await denials(on, 'controller')).toContain('PROTECTED_KEYS')
  })

  it.each(['approve.cjs', 'approve-bare.cjs'])('approves no policy by an effect: %s', async (name) => {
    const on = await place()
    const driver = `{ kind: command, command: [${JSON.stringify(process.execPath)}, ${name}] }`
    await controlled(on, bundleOf({ approve, driver }), howToStart(name))
    expect(approved(on)).toBe('3')
  })

  it.each([
    ['{ kind: command, command: cat link/keys/current }', 'PROTECTED_KEYS'],
    ['{ kind: file, path: link/keys/current }', 'PROTECTED_KEYS'],
    ['{ kind: file, folder: link/keys }', 'PROTECTED_KEYS'],
  ])('reads no key by a sensor: %s', async (sensor, code) => {
    const on = await place()
    const bundle = bundleOf({ approve }).replace('{ kind: file, folder: config }', sensor)
    const { exit, out } = await controlled(on, bundle)
    expect(exit).not.toBe(0)
    expect(out).toContain(`(${code})`)
    expect(out).not.toContain(on.key)
    expect(await denials(on, 'controller')).toContain(code)
  })

  it('approves no policy by a sensor', async () => {
    const on = await place()
    const sensor = `{ kind: command, command: [${JSON.stringify(process.execPath)}, approve-bare.cjs] }`
    await controlled(on, bundleOf({ approve }).replace('{ kind: file, folder: config }', sensor), 'start')
    expect(approved(on)).toBe('3')
  })
})
