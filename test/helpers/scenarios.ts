import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sha256 } from '../../src/ledger/digest.ts'
import { LedgerError } from '../../src/ledger/errors.ts'
import { DEFAULT_RETENTION } from '../../src/ledger/retention.ts'
import type { Store } from '../../src/ledger/store.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { collect } from '../../src/ledger/stores/files/gc.ts'
import type { HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { artifactPath, lockPath, REGISTER, ticketsDir } from '../../src/ledger/stores/files/layout.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import { sealedEntries } from '../../src/ledger/stores/files/stream-lines.ts'
import { createTicket, dropTicket, tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import {
  type Ack,
  acksOf,
  appending,
  collecting,
  type Ended,
  type Fault,
  hitOf,
  type Job,
  rotating,
  run,
} from './children.ts'
import { faultPoints, killedEverywhere } from './fault-points.ts'
import { expectHolds, verifyClean } from './holds.ts'
import { copyHome, withHome } from './ledger.ts'
import { program } from './programs.ts'
import { tempDir } from './temp.ts'

/** A process that changes a home, and the initial state. */
export type Scenario = {
  name: string
  options?: Omit<HomeOptions, 'now'>
  /** Creates the initial state and returns the acknowledgements on the way. */
  prepare?: (home: string) => Promise<Ack[]>
  /** The command line of the process to kill; `hook` is a program that appends as the hook does. */
  argv: (home: string, hook: string) => string[]
  /** Repeats the interrupted work. */
  finish?: (home: string) => Promise<unknown>
  /** Operations that the faults must hit, and notes that the audits must report. */
  strikes: string[]
  notes?: string[]
}

export const STREAM = 'session/a'
const OLD_OUTPUT = 'old output'
const DAY_MS = 24 * 3600_000

const hooked =
  (...list: Job[]): Scenario['argv'] =>
  (home, hook) =>
    appending(home, list, {}, hook)

/** Appends a few entries, also to a stream that the process does not write to. */
const someEntries = (home: string): Promise<Ack[]> =>
  append(home, [
    { stream: STREAM, ids: ['before-1', 'before-2'] },
    { stream: 'session/other', ids: ['other'] },
  ])

/** Does jobs in this process. */
export async function append(home: string, list: Job[], options: HomeOptions = {}): Promise<Ack[]> {
  const store = openFileStore(home, options)
  try {
    return await appendAll(store, list)
  } finally {
    await store.close()
  }
}

async function appendAll(store: Store, list: Job[]): Promise<Ack[]> {
  const acks: Ack[] = []
  for (const { stream, ids, artifact } of list) {
    const label = { name: 'out', media: 'text/plain' }
    const artifacts = artifact === undefined ? [] : [await store.putArtifact(label, [Buffer.from(artifact)])]
    const appended = await store.append(
      stream,
      ids.map((id) => ({ kind: 'note', actor: 'harness', body: { id }, artifacts })),
    )
    acks.push({ ids, stream, ...appended })
  }
  return acks
}

/** Two appends that went to the spool because another process held the lock. */
async function spooledEntries(home: string): Promise<Ack[]> {
  const acks = await someEntries(home)
  const ticket = createTicket(ticketsDir(home))
  const lock = tryLock(lockPath(home, STREAM), ticket)
  if (lock === null) throw new Error('The lock should be free.')
  acks.push(...(await append(home, [{ stream: STREAM, ids: ['spooled-1', 'spooled-2'] }], { lockWaitMs: 0 })))
  acks.push(...(await append(home, [{ stream: STREAM, ids: ['spooled-3'] }], { lockWaitMs: 0 })))
  unlock(lock)
  dropTicket(ticket)
  expect(acks.slice(-2).map(({ kind }) => kind)).toEqual(['spooled', 'spooled'])
  return acks
}

/** The remains of a process killed during its write: its lock and half a line. */
async function halfALine(home: string): Promise<Ack[]> {
  const acks = await someEntries(home)
  const ended = await run(appending(home, [{ stream: STREAM, ids: ['torn'] }]), {
    home,
    at: 1,
    how: 'half',
    on: 'write ledger/',
  })
  expect(ended.signal).toBe('SIGKILL')
  return acks
}

/** The remains of a process killed between syncing its entry and writing the head. */
async function laggingHead(home: string): Promise<Ack[]> {
  const acks = await someEntries(home)
  const ended = await run(appending(home, [{ stream: STREAM, ids: ['unsaid'] }]), {
    home,
    at: 1,
    how: 'kill',
    on: 'write heads/',
  })
  expect(ended.signal).toBe('SIGKILL')
  return acks
}

/** A stream for retention to delete, with several files and an artifact that no other stream uses. */
async function expiredStream(home: string): Promise<Ack[]> {
  const small = { segmentBytes: 300, now: () => new Date(Date.now() - 3 * DAY_MS) }
  await append(
    home,
    [
      { stream: 'session/gone', ids: ['g1'] },
      { stream: 'session/gone', ids: ['g2'], artifact: OLD_OUTPUT },
    ],
    small,
  )
  utimesSync(artifactPath(home, sha256(OLD_OUTPUT)), 1_000_000, 1_000_000)
  return []
}

export const SCENARIOS: Scenario[] = [
  {
    name: 'the first append of all, which sets up the home',
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['mkdir keys', 'rename keys/current', 'write heads/admin/streams.head', 'sync ledger/admin/streams.jsonl'],
  },
  {
    name: 'an append to a stream',
    prepare: someEntries,
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: [
      'link locks/session/a.lock',
      'write ledger/session/a.jsonl',
      'sync ledger/session/a.jsonl',
      'write heads/session/a.head',
      'remove locks/session/a.lock',
    ],
    notes: ['torn-tail', 'head-lags'],
  },
  {
    name: 'appends of several entries by a store that keeps its streams open',
    prepare: someEntries,
    argv: (home) =>
      appending(home, [
        { stream: STREAM, ids: ['new-1', 'new-2', 'new-3'] },
        { stream: STREAM, ids: ['new-4'] },
      ]),
    strikes: ['write ledger/session/a.jsonl', 'write heads/session/a.head'],
  },
  {
    name: 'the first append to a new stream',
    prepare: (home) => append(home, [{ stream: 'session/other', ids: ['other'] }]),
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    notes: ['stream-empty'],
    strikes: ['rename heads/session/a.head', 'write ledger/admin/streams.jsonl', 'create ledger/session/a.jsonl'],
  },
  {
    name: 'an append with an artifact',
    prepare: someEntries,
    argv: hooked({ stream: STREAM, ids: ['new'], artifact: 'output' }),
    strikes: ['write artifacts/', 'rename artifacts/'],
  },
  {
    name: 'an append that continues in a new file',
    options: { segmentBytes: 300 },
    prepare: someEntries,
    argv: (home, hook) =>
      appending(
        home,
        [
          { stream: STREAM, ids: ['new-1'] },
          { stream: STREAM, ids: ['new-2'] },
        ],
        { segmentBytes: 300 },
        hook,
      ),
    strikes: ['create ledger/session/a~2.jsonl', 'create ledger/session/a~3.jsonl'],
  },
  {
    name: 'an append that chains what waits in the spool',
    prepare: spooledEntries,
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['remove spool/session/a/'],
    notes: ['spool-pending'],
  },
  {
    name: 'an append that replaces a dead owner’s lock and repairs half a line',
    prepare: halfALine,
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['link locks/session/.guard-', 'remove locks/session/.guard-', 'truncate ledger/session/a.jsonl'],
  },
  {
    name: 'an append after a process that died between syncing its entry and writing the head',
    prepare: laggingHead,
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['write heads/session/a.head'],
  },
  {
    name: 'a key rotation',
    prepare: spooledEntries,
    argv: rotating,
    finish: (home) => withHome(home, rotateKey),
    strikes: ['rename keys/current', 'create ledger/admin/keys.jsonl', 'remove spool/session/a/'],
  },
  {
    name: 'a collection',
    prepare: expiredStream,
    argv: (home) => collecting(home, 1),
    finish: async (home) => {
      const kinds = await withHome(home, (opened) => {
        collect(opened, { ...DEFAULT_RETENTION, maxAgeMs: DAY_MS }, 'remove')
        return [...sealedEntries(opened, REGISTER)].map(({ kind }) => kind)
      })
      expect(readdirSync(join(home, 'ledger/session'))).not.toContain('gone.jsonl')
      expect(existsSync(artifactPath(home, sha256(OLD_OUTPUT)))).toBe(false)
      // One tombstone, however often the deletion was restarted.
      expect(kinds.filter((kind) => kind === 'stream.collected')).toHaveLength(1)
    },
    strikes: [
      'remove ledger/session/gone.jsonl',
      'remove ledger/session/gone~2.jsonl',
      'remove heads/session/gone.head',
      'rename artifacts/tmp/',
    ],
  },
]

/** The state after a fault: the operation it hit, and the acknowledgements until then. */
export type Struck = { home: string; hit: string; acks: Ack[] }

/** The initial state of a scenario, and its process. */
async function stage(scenario: Scenario) {
  const base = join(tempDir(), 'base')
  const hook = program('hook-like')
  const known = (await scenario.prepare?.(base)) ?? []
  const fresh = (): string => {
    const home = join(tempDir(), 'home')
    return scenario.prepare === undefined ? home : copyHome(base, home)
  }
  const play = (home: string, fault: Omit<Fault, 'home'>): Promise<Ended> =>
    run(scenario.argv(home, hook), { home, ...fault })
  const struck = (home: string, hit: string, said: { stdout: string }): Struck => ({
    ...{ home, hit },
    acks: [...known, ...acksOf(said)],
  })
  return { fresh, play, struck }
}

/** Kills a scenario at one operation after the other. */
export async function* killScenario(scenario: Scenario): AsyncGenerator<Struck> {
  const { fresh, play, struck } = await stage(scenario)
  for await (const killed of killedEverywhere(scenario.strikes, fresh, play)) {
    yield struck(killed.home, killed.hit, killed)
    rmSync(killed.home, { recursive: true, force: true })
  }
}

/** Runs a scenario repeatedly, with the fault at a different operation each time. */
export async function* strikeEverywhere(scenario: Scenario, how: string): AsyncGenerator<Struck & { ended: Ended }> {
  const { fresh, play, struck } = await stage(scenario)
  for (const at of await faultPoints(how, scenario.strikes, (fault) => play(fresh(), fault))) {
    const home = fresh()
    const ended = await play(home, { at, how })
    const hit = hitOf(ended)
    if (hit === null) throw new Error(`Operation ${at} did not happen.`)
    yield { ...struck(home, hit, ended), ended }
    rmSync(home, { recursive: true })
  }
}

/** The notes of a clean audit; empty if there is no ledger yet. */
async function notesOf(home: string): Promise<string[]> {
  try {
    return (await verifyClean(home)).notes.map(({ note }) => note)
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'HOME_EMPTY') return []
    throw error
  }
}

/**
 * Expects that after any fault the ledger verifies, the next appends succeed without waiting, the interrupted work can be
 * repeated, and all acknowledged entries exist. Returns the notes of the first audit.
 */
export async function expectRecovers(scenario: Scenario, { home, acks }: Struck): Promise<string[]> {
  const notes = await notesOf(home)
  const jobs = [
    { stream: STREAM, ids: ['after-1'] },
    { stream: 'session/late', ids: ['after-2'] },
  ]
  const after = await append(home, jobs, { ...scenario.options, lockWaitMs: 0 })
  expect(after.map(({ kind }) => kind)).toEqual(['written', 'written'])
  await verifyClean(home)
  if (scenario.finish !== undefined) {
    await scenario.finish(home)
    await verifyClean(home)
  }
  expectHolds(home, [...acks, ...after])
  return notes
}
