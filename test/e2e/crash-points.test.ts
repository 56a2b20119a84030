import { cpSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LedgerError } from '../../src/ledger/errors.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import type { HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { lockPath, ticketsDir } from '../../src/ledger/stores/files/layout.ts'
import { createTicket, tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import { bundle } from '../helpers/bundle.ts'
import { type Ack, acksOf, appending, BAILIFF, hitOf, type Job, run } from '../helpers/children.ts'
import { expectHolds, verifyClean } from '../helpers/holds.ts'
import { tempDir } from '../helpers/temp.ts'

/**
 * A process is killed before, and in the middle of, every file operation it makes, one after another until it finishes:
 * every state a `kill -9` can leave behind is looked at once, none is left to chance.
 */

type Scenario = {
  name: string
  options?: Omit<HomeOptions, 'now'>
  /** Leaves behind what the killed process starts from, and returns what was acknowledged on the way. */
  prepare?: (home: string) => Promise<Ack[]>
  /** The command line of the process to be killed; `hook` is a program that appends as the hook does. */
  argv: (home: string, hook: string) => string[]
  /** Operations that must be among those struck. */
  strikes: string[]
}

const STREAM = 'session/a'

const hooked = (...list: Job[]): Scenario['argv'] => (home, hook) => appending(home, list, {}, hook)

/** A few entries, and a stream that nobody writes to. */
const someEntries = (home: string): Promise<Ack[]> => append(home, [
  { stream: STREAM, ids: ['before-1', 'before-2'] },
  { stream: 'session/other', ids: ['other'] },
])

async function append(home: string, list: Job[], options: HomeOptions = {}): Promise<Ack[]> {
  const store = openFileStore(home, options)
  const acks: Ack[] = []
  for (const { stream, ids, artifact } of list) {
    const label = { name: 'out', media: 'text/plain' }
    const artifacts = artifact === undefined ? [] : [await store.putArtifact(label, [Buffer.from(artifact)])]
    const appended = await store.append(stream, ids.map((id) => ({ kind: 'note', actor: 'harness', body: { id }, artifacts })))
    acks.push({ ids, stream, ...appended })
  }
  await store.close()
  return acks
}

/** Two appends that had to wait in the spool, because somebody held the lock. */
async function spooledEntries(home: string): Promise<Ack[]> {
  const acks = await someEntries(home)
  const ticket = createTicket(ticketsDir(home))
  const lock = tryLock(lockPath(home, STREAM), ticket)
  if (lock === null) throw new Error('the lock should have been free')
  acks.push(...(await append(home, [{ stream: STREAM, ids: ['spooled-1', 'spooled-2'] }], { lockWaitMs: 0 })))
  acks.push(...(await append(home, [{ stream: STREAM, ids: ['spooled-3'] }], { lockWaitMs: 0 })))
  unlock(lock)
  expect(acks.slice(-2).map(({ kind }) => kind)).toEqual(['spooled', 'spooled'])
  return acks
}

/** What a process killed in the middle of its write leaves: its lock, and half a line. */
async function halfALine(home: string): Promise<Ack[]> {
  const acks = await someEntries(home)
  const ended = await run(appending(home, [{ stream: STREAM, ids: ['torn'] }]), { home, at: 1, how: 'half', on: 'write ledger/' })
  expect(ended.signal).toBe('SIGKILL')
  return acks
}

/** What a process killed between syncing its entry and writing the head leaves. */
async function laggingHead(home: string): Promise<Ack[]> {
  const acks = await someEntries(home)
  const ended = await run(appending(home, [{ stream: STREAM, ids: ['unsaid'] }]), { home, at: 1, how: 'kill', on: 'write heads/' })
  expect(ended.signal).toBe('SIGKILL')
  return acks
}

/** A stream for retention to take, with several files and an artifact that nobody needs any more. */
async function expiredStream(home: string): Promise<Ack[]> {
  const small = { segmentBytes: 400 }
  await append(home, [{ stream: 'session/gone', ids: ['g1'] }, { stream: 'session/gone', ids: ['g2'], artifact: 'old output' }], small)
  ageArtifacts(home)
  return []
}

function ageArtifacts(home: string): void {
  const root = join(home, 'artifacts')
  for (const part of readdirSync(root).filter((name) => name.length === 2)) {
    for (const name of readdirSync(join(root, part))) utimesSync(join(root, part, name), 1_000_000, 1_000_000)
  }
}

const SCENARIOS: Scenario[] = [
  {
    name: 'the first append of all, which sets up the home',
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['mkdir keys', 'rename keys/current', 'write heads/admin/streams.head', 'sync ledger/admin/streams.jsonl'],
  },
  {
    name: 'an append to a stream',
    prepare: someEntries,
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['link locks/session/a.lock', 'write ledger/session/a.jsonl', 'sync ledger/session/a.jsonl', 'write heads/session/a.head', 'remove locks/session/a.lock'],
  },
  {
    name: 'appends of several entries by a store that keeps its streams open',
    prepare: someEntries,
    argv: (home) => appending(home, [{ stream: STREAM, ids: ['new-1', 'new-2', 'new-3'] }, { stream: STREAM, ids: ['new-4'] }]),
    strikes: ['write ledger/session/a.jsonl', 'write heads/session/a.head'],
  },
  {
    name: 'the first append to a new stream',
    prepare: (home) => append(home, [{ stream: 'session/other', ids: ['other'] }]),
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['create heads/session/a.head', 'write ledger/admin/streams.jsonl', 'create ledger/session/a.jsonl'],
  },
  {
    name: 'an append with an artifact',
    prepare: someEntries,
    argv: hooked({ stream: STREAM, ids: ['new'], artifact: 'output' }),
    strikes: ['link artifacts/', 'write artifacts/tmp'],
  },
  {
    name: 'an append that goes on in a next file',
    options: { segmentBytes: 300 },
    prepare: someEntries,
    argv: (home, hook) => appending(home, [{ stream: STREAM, ids: ['new-1'] }, { stream: STREAM, ids: ['new-2'] }], { segmentBytes: 300 }, hook),
    strikes: ['create ledger/session/a~2.jsonl', 'create ledger/session/a~3.jsonl'],
  },
  {
    name: 'an append that chains what waits in the spool',
    prepare: spooledEntries,
    argv: hooked({ stream: STREAM, ids: ['new'] }),
    strikes: ['remove spool/session/a/'],
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
    argv: (home) => [BAILIFF, 'key', 'rotate', '--home', home],
    strikes: ['rename keys/current', 'create ledger/admin/keys.jsonl', 'remove spool/session/a/'],
  },
  {
    name: 'a collection',
    prepare: expiredStream,
    argv: (home) => [BAILIFF, 'gc', '--max-age', '0d', '--home', home],
    strikes: ['remove ledger/session/gone.jsonl', 'remove ledger/session/gone~2.jsonl', 'remove heads/session/gone.head', 'rename artifacts/tmp/'],
  },
]

/** Every state that killing the scenario's process can leave, with what struck and what was acknowledged. */
async function* crashes(scenario: Scenario): AsyncGenerator<{ home: string; hit: string; acks: Ack[] }> {
  const base = join(tempDir(), 'base')
  const hook = await bundle('test/helpers/hook-like.ts')
  const known = (await scenario.prepare?.(base)) ?? []
  for (const how of ['kill', 'half']) {
    for (let at = 1; ; at++) {
      const home = join(tempDir(), 'home')
      if (scenario.prepare !== undefined) cpSync(base, home, { recursive: true })
      const ended = await run(scenario.argv(home, hook), { home, at, how })
      const hit = hitOf(ended)
      if (hit === null) {
        expect(ended).toMatchObject({ code: 0 })
        break
      }
      expect(ended.signal).toBe('SIGKILL')
      yield { home, hit: `${how} ${hit}`, acks: [...known, ...acksOf(ended)] }
      rmSync(home, { recursive: true })
    }
  }
}

/** The notes of a clean audit; a home in which no ledger was begun yet has none. */
async function notesOf(home: string): Promise<string[]> {
  try {
    return (await verifyClean(home)).notes.map(({ note }) => note)
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'HOME_EMPTY') return []
    throw error
  }
}

describe('a process killed at every one of its file operations', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('leaves a ledger that verifies and takes the next append at once: %s', async (_, scenario) => {
    const struck: string[] = []
    const notes = new Set<string>()
    for await (const { home, hit, acks } of crashes(scenario)) {
      struck.push(hit)
      for (const note of await notesOf(home)) notes.add(note)
      // Not a moment to wait: the lock of the dead must be had at the first try.
      const after = await append(home, [{ stream: STREAM, ids: ['after-1'] }, { stream: 'session/late', ids: ['after-2'] }], { ...scenario.options, lockWaitMs: 0 })
      expect(after.map(({ kind }) => kind)).toEqual(['written', 'written'])
      await verifyClean(home)
      expectHolds(home, [...acks, ...after])
    }
    console.log(struck.join('\n'), [...notes])
    for (const strike of scenario.strikes) expect(struck.some((hit) => hit.includes(strike)), strike).toBe(true)
  })
})
