import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { isAlive } from '../helpers/alive.ts'
import { BAILIFF } from '../helpers/children.ts'
import { collect } from '../helpers/collect.ts'
import { type Leading, leading } from '../helpers/lead-runs.ts'
import { withStore } from '../helpers/ledger.ts'
import { McpHere } from '../helpers/mcp-here.ts'
import { tempDir } from '../helpers/temp.ts'

/** The MCP server of a lead, with the official client: in this process, except in tests of the installed program. */

type Served = Leading & { project: string; connect(...argv: string[]): Promise<Lead> }
type Said = { text: string; isError: boolean }
type Lead = { client: Client; ask(name: string, given?: JsonObject): Promise<Said> }

async function served(how: 'here' | 'installed' = 'here'): Promise<Served> {
  const on = await leading()
  const project = join(tempDir(), 'project')
  mkdirSync(project)
  const connect = async (...argv: string[]): Promise<Lead> => {
    const client = new Client({ name: 'test', version: '0' })
    const args = ['--home', on.dir, '--lead', ...argv]
    const env = { PATH: process.env['PATH'] ?? '', HOME: join(on.dir, '..'), BAILIFF_HOME: on.dir }
    const installed = { command: process.execPath, args: [BAILIFF, 'mcp', ...args], cwd: project, env }
    await client.connect(
      how === 'here'
        ? new McpHere(args, { cwd: project, env })
        : new StdioClientTransport({ ...installed, stderr: 'pipe' }),
    )
    onTestFinished(() => client.close())
    const ask = async (name: string, given: JsonObject = {}): Promise<Said> => {
      const { content, isError } = await client.callTool({ name, arguments: given })
      return { text: (content as { text: string }[])[0]?.text ?? '', isError: isError === true }
    }
    return { client, ask }
  }
  return { ...on, project, connect }
}

const alice = ['--owner', 'alice']

const DENYING = 'version: 1\ndispatch:\n  codes:\n    WORK_DISCARDED: deny\n'

/** The kinds and bodies of the entries of the newest run. */
async function runEntries({ dir, cli }: Leading): Promise<{ kind: string; body: JsonObject }[]> {
  const { run } = JSON.parse((await cli('worker', 'list', ...alice, '--json')).out)
  return withStore(dir, async (store) => collect(store.read(run)), {})
}

it('offers the tools of a lead, and no tool takes an owner or a run', async () => {
  const { connect } = await served()
  const { client } = await connect(...alice)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'validate_claim',
    'get_subagent_evidence',
    'spawn_worker',
    'list_workers',
    'read_worker_result',
    'read_worker_file',
    'grep_workers',
    'get_worker_evidence',
  ])
  for (const { inputSchema } of tools)
    expect(Object.keys(inputSchema.properties ?? {}).filter((name) => /owner|run/.test(name))).toEqual([])
})

it('starts a worker, and shows what it saw: list, ranges, search, evidence', async () => {
  const on = await served('installed')
  const { ask } = await on.connect(...alice)
  expect(await ask('list_workers')).toEqual({ text: '0 workers', isError: false })
  const command = 'printf "one\\ntwo ERROR x\\n"; pwd; exit 3'
  expect(await ask('spawn_worker', { task: 'Look around', command, wait: true })).toEqual({
    text: 'Worker 1: failed.',
    isError: false,
  })
  const file = 'tool_calls/001_command.txt'
  expect((await ask('list_workers')).text).toContain(`1. failed (exit code 3): Look around [${file}`)
  const read = await ask('read_worker_file', { job: 1, name: file, start: 4, end: 13 })
  const size = `one\ntwo ERROR x\n${on.project}\n`.length
  expect(read.text).toBe(`${file} of worker 1, bytes 4 to 13 of ${size}\ntwo ERROR`)
  expect((await ask('grep_workers', { pattern: 'error' })).text).toBe(`worker 1 ${file}:2: two ERROR x`)
  const evidence = await ask('get_worker_evidence')
  for (const text of ['[FAILED] tool_calls/001_command.txt', 'two ERROR x', on.project, 'Task: Look around'])
    expect(evidence.text).toContain(text)
  expect((await on.cli('worker', 'show', '1', ...alice)).out).toContain('(exit 3)')
})

it('answers other calls while one waits for its worker', async () => {
  const { connect } = await served()
  const { ask } = await connect(...alice)
  const waiting = ask('spawn_worker', { task: 'Wait', command: 'while [ ! -e go ]; do sleep 0.05; done', wait: true })
  while (!(await ask('list_workers')).text.includes('running')) await sleep(20)
  await ask('spawn_worker', { task: 'Go', command: 'touch go', wait: true })
  expect((await waiting).text).toBe('Worker 1: success.')
})

it('gives another agent its task on standard input', async () => {
  const { connect } = await served()
  const { ask } = await connect(...alice, '--agent', 'tr a-z A-Z')
  expect((await ask('spawn_worker', { task: 'look at the disk', wait: true })).text).toBe('Worker 1: success.')
  expect((await ask('get_worker_evidence', { job: 1 })).text).toContain('LOOK AT THE DISK')
})

it('does not start with an agent that would touch what is protected', async () => {
  const { connect, dir } = await served('installed')
  await expect(connect(...alice, '--agent', `cat ${dir}/keys/current`)).rejects.toThrow()
})

it('ends its workers, with all they started, when its client is gone', async () => {
  const on = await served('installed')
  const { ask, client } = await on.connect(...alice)
  await ask('spawn_worker', { task: 'Stay', command: 'sleep 600 & echo $! > pid; wait' })
  const path = join(on.project, 'pid')
  let pid = ''
  while (pid === '') {
    await sleep(20)
    pid = readdirSync(on.project).includes('pid') ? readFileSync(path, 'utf8').trim() : ''
  }
  await client.close()
  while (isAlive(pid)) await sleep(20)
  expect((await on.cli('worker', 'list', ...alice)).out).toMatch(/^ {2}1 {2}cancelled /m)
})

describe('a worker that would touch what is protected', () => {
  const key = (dir: string): string => readFileSync(join(dir, 'keys/current'), 'utf8').trim()

  it.each([
    ['cat $BAILIFF_HOME/keys/*', 'PROTECTED_KEYS'],
    ['cat "$HOME"/*/keys/* ; cat HOME_DIR/keys/current', 'PROTECTED_KEYS'],
    ['sh steal.sh', 'PROTECTED_KEYS'],
    ['./steal.sh', 'PROTECTED_KEYS'],
    ['cat link/current', 'PROTECTED_KEYS'],
    ['rm -rf $BAILIFF_HOME/ledger', 'PROTECTED_LEDGER'],
    ['bash -c "echo x >> $BAILIFF_HOME/ledger/run/x.jsonl"', 'PROTECTED_LEDGER'],
    ['echo {} > .claude/settings.json', 'PROTECTED_SETTINGS'],
    ['npx bailiff gc --yes', 'PERSON_ONLY'],
  ])('is not started, and that is recorded: %s', async (command, code) => {
    const on = await served()
    mkdirSync(join(on.project, '.claude'))
    writeFileSync(join(on.project, '.claude/settings.json'), '{"hooks":{}}')
    writeFileSync(join(on.project, 'steal.sh'), `#!/bin/sh\ncat ${on.dir}/keys/*\n`, { mode: 0o700 })
    symlinkSync(join(on.dir, 'keys'), join(on.project, 'link'))
    const { ask } = await on.connect(...alice)
    const said = await ask('spawn_worker', {
      task: 'Harmless',
      command: command.replace('HOME_DIR', on.dir),
      wait: true,
    })
    expect(said).toMatchObject({ isError: true, text: expect.stringContaining(`(${code})`) })
    expect(said.text).toContain('[SPAWN_DENIED]')
    expect(said.text).not.toContain(key(on.dir))
    expect(await ask('list_workers')).toMatchObject({ text: '0 workers' })
    const entries = await runEntries(on)
    expect(entries.map(({ kind }) => kind)).toEqual(['run.started', 'dispatch.proposed', 'dispatch.denied'])
    expect(entries[2]?.body).toMatchObject({ tool: 'spawn_worker', code })
  })

  it('is started and flagged where the policy only flags, and denied where it denies', async () => {
    const on = await served()
    mkdirSync(join(on.project, '.git'))
    const { ask } = await on.connect(...alice)
    const command = 'git reset --hard; echo reset'
    expect((await ask('spawn_worker', { task: 'Reset', command, wait: true })).text).toBe('Worker 1: success.')
    expect((await runEntries(on)).find(({ kind }) => kind === 'dispatch.flagged')?.body).toMatchObject({
      unasked: true,
      findings: [{ code: 'WORK_DISCARDED' }],
    })
    mkdirSync(join(on.project, '.bailiff'))
    writeFileSync(join(on.project, '.bailiff/policy.yaml'), DENYING)
    const approved = await on.cli('policy', 'approve', '--yes', '--project', on.project)
    expect(approved).toMatchObject({ exit: 0 })
    const said = await ask('spawn_worker', { task: 'Reset', command, wait: true })
    expect(said).toMatchObject({ isError: true, text: expect.stringContaining('(WORK_DISCARDED)') })
    expect((await runEntries(on)).at(-1)).toMatchObject({ kind: 'dispatch.denied', body: { code: 'WORK_DISCARDED' } })
  })
})

describe('the owner of a lead', () => {
  const secret = { task: 'Secret', command: 'echo SECRET-OF-BOB', wait: true }

  it('sees the workers of one own run only', async () => {
    const on = await served()
    const bob = await on.connect('--owner', 'bob')
    await bob.ask('spawn_worker', secret)
    const first = await on.connect(...alice)
    await first.ask('spawn_worker', { task: 'First', command: 'echo OF-FIRST', wait: true })
    const second = await on.connect(...alice)
    for (const { ask } of [first, second])
      for (const [tool, given] of [
        ['list_workers', {}],
        ['get_worker_evidence', {}],
        ['grep_workers', { pattern: 'o' }],
        ['read_worker_file', { job: 1, name: 'tool_calls/001_command.txt' }],
      ] as const) {
        const { text } = await ask(tool, given)
        expect(text).not.toMatch(/SECRET|Secret/)
        if (ask === second.ask) expect(text).not.toContain('First')
      }
    expect((await second.ask('read_worker_file', { job: 1, name: 'result.txt' })).text).toContain('[WORKER_UNKNOWN]')
  })

  it('continues an own run, and cannot name the run of another', async () => {
    const on = await served()
    const bob = await on.connect('--owner', 'bob')
    await bob.ask('spawn_worker', secret)
    const { run } = JSON.parse((await on.cli('worker', 'list', '--owner', 'bob', '--json')).out)
    const again = await on.connect('--owner', 'bob', '--run', run)
    expect((await again.ask('list_workers')).text).toContain('1. success: Secret')
    await expect(on.connect(...alice, '--run', run)).rejects.toThrow()
  })

  it('must be named: without one every tool of a lead answers with an error, and nothing is started', async () => {
    const on = await served()
    for (const argv of [[], ['--owner', ' '], ['--run', 'run/x']]) {
      const { ask, client } = await on.connect(...argv)
      const { tools } = await client.listTools()
      for (const [name, given] of [
        ['spawn_worker', { task: 'x', command: 'touch started', owner: 'alice' }],
        ['list_workers', { owner: 'alice' }],
        ['read_worker_result', { job: 1 }],
        ['read_worker_file', { job: 1, name: 'result.txt' }],
        ['grep_workers', { pattern: 'x' }],
        ['get_worker_evidence', {}],
      ] as const) {
        expect(tools.map((tool) => tool.name)).toContain(name)
        const said = await ask(name, given)
        expect(said, name).toMatchObject({ isError: true, text: expect.stringContaining('[OWNER_MISSING]') })
      }
    }
    expect(readdirSync(on.project)).toEqual([])
    const streams = await withStore(on.dir, (store) => store.list(), {})
    expect(streams.filter((name) => /^(?:run|worker)\//.test(name))).toEqual([])
  })

  it('reaches files by name only, never by path', async () => {
    const on = await served()
    const { ask } = await on.connect(...alice)
    await ask('spawn_worker', { task: 'Say', command: 'echo hello', wait: true })
    for (const name of [
      '../../keys/current',
      'tool_calls/../../keys/current',
      join(on.dir, 'keys/current'),
      '/etc/passwd',
      'result.txt\0.png',
      'RESULT.TXT',
      'TOOL_CALLS/001_command.txt',
      'tool_calls/001_COMMAND.txt',
      'tool_calls\\001_command.txt',
      '%2e%2e/keys',
      '',
    ])
      expect(await ask('read_worker_file', { job: 1, name }), name).toMatchObject({
        isError: true,
        text: expect.stringMatching(/\[FILE_(?:REFUSED|UNKNOWN)\]/),
      })
    for (const job of [0, 2, -1, 1.5, '1', null])
      expect(await ask('read_worker_file', { job, name: 'result.txt' }), String(job)).toMatchObject({ isError: true })
  })
})

it('is not opened without --lead, and says so', async () => {
  const { cli, dir } = await leading()
  await openFileStore(dir).close()
  expect(await cli('mcp', '--owner', 'alice')).toMatchObject({ exit: 1, err: expect.stringContaining('--lead') })
})
