import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openController } from '../src/controller/drivers/controller.ts'
import { readJson } from '../src/controller/drivers/record.ts'
import { FACT_KINDS as CONTROLLER_KINDS } from '../src/controller/facts.ts'
import { FACT_KINDS as GATE_KINDS } from '../src/gate/facts.ts'
import type { ArtifactRef, Entry } from '../src/ledger/kinds.ts'
import { OWN_KINDS } from '../src/ledger/kinds.ts'
import { DEFAULT_RETENTION } from '../src/ledger/retention.ts'
import { openFileStore } from '../src/ledger/stores/files/files.ts'
import { collect } from '../src/ledger/stores/files/gc.ts'
import { openKeyring } from '../src/ledger/stores/files/keyring.ts'
import { listStreams } from '../src/ledger/stores/files/list.ts'
import { readChain } from '../src/ledger/stores/files/read.ts'
import { openRun } from '../src/mount/drivers/run.ts'
import { FACT_KINDS as MOUNT_KINDS } from '../src/mount/facts.ts'
import { parsePolicy } from '../src/policy/parse.ts'
import { readApproval } from '../src/policy/stores/approvals.ts'
import { sourceCopyPath } from '../src/policy/stores/layout.ts'
import { FACT_KINDS as SESSION_KINDS } from '../src/session/facts.ts'
import type { AdminFact } from '../src/trust/admin/facts.ts'
import { learn, settingsIn } from '../src/trust/drivers/learn.ts'
import type { TrustFact } from '../src/trust/facts.ts'
import { type Ran, runCli } from './helpers/cli.ts'
import { poke } from './helpers/flips.ts'
import { withHome, withStore } from './helpers/ledger.ts'
import { unlike } from './helpers/lessons.ts'
import { folderWith, realPack, shippedBytes } from './helpers/packs.ts'
import { tempDir } from './helpers/temp.ts'
import { countOf, seenRefused } from './helpers/trust-facts.ts'
import { tellHome } from './helpers/world.ts'

/** Homes that earlier versions made: see test/fixtures/homes/README.md. */
const HOMES = 'test/fixtures/homes'
/** The project of every home. It does not exist on this machine, as after a move to another one. */
const PROJECT = '/home/user/project'
const DEFAULTS = {}

const TRUST_KINDS: { [kind in TrustFact['kind']]: true } = {
  'calls.counted': true,
  'outcome.learnt': true,
  'store.recalibrated': true,
  'pattern.undone': true,
}
const ADMIN_KINDS: { [kind in AdminFact['kind']]: true } = {
  'admin.key': true,
  'admin.accepted': true,
  'admin.refused': true,
}
const PEOPLE_KINDS = [
  ...[
    'policy.written',
    'policy.approved',
    'policy.withdrawn',
    'signer.trusted',
    'signer.distrusted',
    'pause.began',
    'pause.ended',
  ],
  ...['program.installed', 'hooks.installed', 'hooks.removed', 'command.refused'],
]
const KINDS: readonly string[] = [
  ...OWN_KINDS,
  ...SESSION_KINDS,
  ...GATE_KINDS,
  ...MOUNT_KINDS,
  ...CONTROLLER_KINDS,
  ...Object.keys(TRUST_KINDS),
  ...Object.keys(ADMIN_KINDS),
  ...PEOPLE_KINDS,
]

type Fact = { exit: number; shows: object }

describe.each(readdirSync(HOMES).filter((name) => /^\d/.test(name)))('the home of %s', (version) => {
  const fixture = join(HOMES, version)
  const kept = <Kept>(name: string): Kept => JSON.parse(readFileSync(join(fixture, name), 'utf8')) as Kept

  it('contains every kind of entry that is not listed as lacking', () => {
    const found = new Set(entriesIn(unpack(fixture)).map(({ kind }) => kind))
    const lacking = KINDS.filter((kind) => !found.has(kind))
    expect(lacking.sort()).toEqual(Object.keys(kept<{ [kind: string]: string }>('lacks.json')).sort())
  })

  it('verifies, up to the end that its checkpoint names', async () => {
    const { exit, out } = await bailiff(
      unpack(fixture),
      'verify',
      '--against',
      join(fixture, 'checkpoint.txt'),
      '--json',
    )
    const [, entries] = readFileSync(join(fixture, 'checkpoint.txt'), 'utf8').split('\n')
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ok: true, findings: [], entries: Number(entries) })
  })

  it('shows what it showed when it was made', async () => {
    const home = unpack(fixture)
    for (const [command, { exit, shows }] of Object.entries(kept<{ [command: string]: Fact }>('facts.json'))) {
      const ran = await bailiff(home, ...command.split(' '), '--json')
      expect({ command, ...ran, shows: JSON.parse(ran.out) }).toMatchObject({ command, exit, shows })
    }
  })

  it('has the policy that a person approved last, and can read it', async () => {
    const approval = await withHome(unpack(fixture), (home) => readApproval(home, PROJECT, 'ledger'), DEFAULTS)
    if (approval.kind !== 'approved') throw new Error(approval.kind)
    const text = readFileSync(sourceCopyPath(unpack(fixture), PROJECT, approval.approval.source))
    expect(parsePolicy(text)).toMatchObject({ ok: true })
  })

  it('does not verify with one byte changed', async () => {
    for (const file of changeable(fixture)) {
      const home = unpack(fixture)
      const bytes = readFileSync(join(home, file))
      const at = bytes.length >> 1
      chmodSync(join(home, file), 0o600)
      poke(join(home, file), { at, byte: (bytes[at] ?? 0) ^ 1 })
      expect({ file, exit: (await bailiff(home, 'verify')).exit }).toEqual({ file, exit: 2 })
    }
  })

  it('goes on: sessions, a lead, controllers, lessons, an administrator, keys', async () => {
    const home = unpack(fixture)
    const before = new Map(listStreams(home).map((stream) => [stream, entriesIn(home, stream).length]))
    const grown = (stream: string): number => entriesIn(home, stream).length - (before.get(stream) ?? 0)
    await converse(home, 'gate', PROJECT)
    await converse(home, 'new', tempDir())
    await lead(home)
    expect(await cycle(home, 'controller/waiting')).toBe('succeeded')
    expect(await cycle(home, 'controller/done')).toBe('succeeded')
    await withHome(
      home,
      (opened) =>
        learn(opened, PROJECT, realPack, settingsIn(opened), {
          count: { ...countOf(1, 9), stream: 'session/claude-code-new' },
          outcomes: [{ ...seenRefused(3, unlike(0)), stream: 'session/claude-code-new' }],
        }),
      DEFAULTS,
    )
    await administer(home)
    expect(await bailiff(home, 'key', 'rotate', '--yes')).toMatchObject({ exit: 0 })
    await converse(home, 'gate', PROJECT)
    for (const stream of [
      'session/claude-code-gate',
      'session/claude-code-new',
      'controller/waiting',
      'controller/done',
    ])
      expect({ stream, isGrown: grown(stream) > 4 }).toEqual({ stream, isGrown: true })
    expect(grown(listStreams(home).find((stream) => stream.startsWith('trust/')) ?? '')).toBe(2)
    await expectSound(home, '--against', join(fixture, 'checkpoint.txt'))
    const file = join(tempDir(), 'export.tar')
    expect(await bailiff(home, 'export', file)).toMatchObject({ exit: 0 })
    await expectSound(home, '--export', file)
  })

  it('is cleaned up, and keeps what retention must keep', async () => {
    const home = unpack(fixture)
    const now = () => new Date('2100-01-01')
    const collected = await withHome(home, (opened) => collect(opened, DEFAULT_RETENTION, 'remove'), { now })
    const { streams, artifacts } = collected
    expect(artifacts).toBeGreaterThan(0)
    const kinds = (names: readonly string[]): string[] =>
      [...new Set(names.map((name) => name.split('/')[0] ?? ''))].sort()
    expect(kinds(streams)).toEqual(['run', 'session', 'thread', 'worker'])
    expect(kinds(listStreams(home))).toEqual(['admin', 'controller', 'trust'])
    await expectSound(home)
    const facts = Object.entries(kept<{ [command: string]: Fact }>('facts.json'))
    for (const [command, { shows }] of facts.filter(([name]) => /^(?:controller|admin|trust patterns)/.test(name)))
      expect(JSON.parse((await bailiff(home, ...command.split(' '), '--json')).out)).toMatchObject(shows)
  })
})

/** Unpacks a fixture as `tar` would, but as old as can be: retention spares new files. */
function unpack(fixture: string): string {
  const to = join(tempDir(), 'home')
  const bytes = gunzipSync(readFileSync(join(fixture, 'home.tar.gz')))
  const text = (at: number, length: number): string => bytes.toString('latin1', at, at + length).replace(/\0.*$/s, '')
  const number = (at: number, length: number): number => Number.parseInt(text(at, length), 8)
  for (let at = 0; bytes[at] !== 0; ) {
    const path = join(to, text(at + 345, 155), text(at, 100))
    const [mode, size] = [number(at + 100, 8), number(at + 124, 12)]
    if (text(at + 156, 1) === '5') mkdirSync(path, { mode })
    else {
      writeFileSync(path, bytes.subarray(at + 512, at + 512 + size), { mode })
      utimesSync(path, 0, 0)
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return to
}

/** A file of each part that holds evidence. */
function changeable(fixture: string): string[] {
  const home = unpack(fixture)
  const [artifact] = entriesIn(home, 'session/claude-code-gate').flatMap(({ artifacts }) => artifacts)
  const { sha256 = '' } = artifact ?? {}
  const stream = 'session/claude-code-gate'
  return [`ledger/${stream}.jsonl`, `heads/${stream}.head`, `artifacts/${sha256.slice(0, 2)}/${sha256}`]
}

function entriesIn(home: string, stream?: string): Entry[] {
  const readable = { dir: home, keyring: openKeyring(home) }
  return (stream === undefined ? listStreams(home) : [stream]).flatMap((one) => [...readChain(readable, one)])
}

function bailiff(home: string, ...args: string[]): Promise<Ran> {
  const program = args[0] === 'trust' ? { program: folderWith(shippedBytes()) } : {}
  return runCli([...args, '--home', home], { HOME: '/home/user' }, { cwd: PROJECT, ...program })
}

async function expectSound(home: string, ...args: string[]): Promise<void> {
  const { exit, out } = await bailiff(home, 'verify', ...args, '--json')
  expect({ exit, findings: JSON.parse(out).findings }).toEqual({ exit: 0, findings: [] })
}

/** A turn with a call in a session of Claude Code. */
const converse = (home: string, session_id: string, cwd: string): Promise<void> =>
  withHome(
    home,
    (opened) => {
      const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: `toolu_${opened.now().getTime()}` }
      const tell = (event: string, payload: object): unknown =>
        tellHome(opened, {
          host: 'claude-code',
          event,
          payload: { session_id, cwd, transcript_path: null, hook_event_name: event, ...payload },
          env: { HOME: '/home/user' },
        })
      tell('SessionStart', { source: 'resume' })
      tell('UserPromptSubmit', { prompt: 'Go on.' })
      tell('PreToolUse', call)
      tell('PostToolUse', { ...call, tool_response: { stdout: 'a', stderr: '' } })
      tell('SessionEnd', { reason: 'other' })
    },
    DEFAULTS,
  )

/** Another worker for the lead, and another answer in its thread. */
async function lead(home: string): Promise<void> {
  const { run } = JSON.parse((await bailiff(home, 'worker', 'list', '--owner', 'bob', '--json')).out)
  await withStore(
    home,
    async (store) => {
      const opened = await openRun(store, { owner: 'bob', run })
      await opened.spawn('Look again', async () => 'It is fine now.')
      await opened.wait()
      expect((await opened.mount()).text).toContain('It is fine now.')
      expect(await opened.answer('It is fine.')).toContain('jobs 1, 2, 3')
    },
    DEFAULTS,
  )
}

/** The next cycle of a controller, with the bundle that the ledger has of it, in an empty folder. */
async function cycle(home: string, stream: string): Promise<string> {
  const [bundle] = entriesIn(home, stream).flatMap(({ kind, artifacts }) => (kind === 'cycle.started' ? artifacts : []))
  const store = openFileStore(home)
  try {
    const source = JSON.stringify(await readJson(store, bundle as ArtifactRef))
    const approve = async () => ({ kind: 'approve', by: 'a test' }) as const
    const controller = await openController(store, source, { cwd: tempDir(), env: {}, approve })
    const { end } = await controller.cycle()
    await controller.close()
    return end
  } finally {
    await store.close()
  }
}

async function administer(home: string): Promise<void> {
  const passphrase = join(tempDir(), 'passphrase')
  writeFileSync(passphrase, 'staple correct horse\n', { mode: 0o600 })
  const { exit, out } = await bailiff(home, 'admin', 'set', 'window', '500', '--passphrase-file', passphrase)
  expect({ exit, out }).toEqual({ exit: 0, out: 'Accepted command 4: window is now 500; it was 1000.\n' })
}
