import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { headPath, lockPath, segmentPath, ticketsDir } from '../../src/ledger/stores/files/layout.ts'
import { spooledStreams } from '../../src/ledger/stores/files/spool.ts'
import { createTicket, dropTicket, tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import {
  type Ack,
  acksOf,
  appending,
  BAILIFF,
  type Child,
  type Ended,
  type Fault,
  hitOf,
  run,
  start,
} from '../helpers/children.ts'
import { expectHolds, verifyClean } from '../helpers/holds.ts'
import { program } from '../helpers/programs.ts'
import { makeRandom, type Random } from '../helpers/random.ts'
import { LONG, scaled, seed } from '../helpers/scale.ts'
import { append, STREAM } from '../helpers/scenarios.ts'
import { tempDir } from '../helpers/temp.ts'

/** Small files, so that streams often continue in new ones. */
const SEGMENT_BYTES = 20_000

/** Processes that write to one home and are killed, and the acknowledgements they got. */
class Crowd {
  readonly home: string
  readonly acks: Ack[] = []
  readonly hits: string[] = []
  kills = 0
  readonly #random: Random
  #started = 0

  constructor(home: string, random: Random) {
    this.home = home
    this.#random = random
  }

  /** Starts a process, lets it run for a random time, and kills it. */
  async killOne(): Promise<void> {
    const child = this.#start()
    // Most are killed while they append, some while they start.
    if (this.#random.below(4) > 0) await Promise.race([child.said('"ids"'), child.ended]).catch(() => {})
    await Promise.race([sleep(this.#random.below(200)), child.ended])
    child.process.kill('SIGKILL')
    this.#hear(await child.ended)
  }

  #start(): Child {
    const random = this.#random
    const kind = random.below(20)
    if (kind === 0) return start([BAILIFF, 'key', 'rotate', '--yes', '--home', this.home])
    if (kind === 1) return start([BAILIFF, 'gc', '--yes', '--home', this.home])
    // One in five is killed from within, in the very middle of an operation; half of those before a head is written.
    const fault: Fault = { home: this.home, how: random.pick(['kill', 'half']), at: 1 + random.below(60) }
    const atHead: Fault = { home: this.home, how: 'kill', at: 1 + random.below(8), on: 'write heads/' }
    return start(this.#appending(), random.below(5) === 0 ? random.pick([fault, atHead]) : undefined)
  }

  #appending(): string[] {
    const name = `p${++this.#started}`
    const options = { segmentBytes: SEGMENT_BYTES, lockWaitMs: this.#random.pick([0, 20, 5_000]) }
    return [
      program('append-forever'),
      JSON.stringify({ home: this.home, options, name, seed: this.#random.below(2 ** 31) }),
    ]
  }

  #hear(ended: Ended): void {
    const hit = hitOf(ended)
    if (hit !== null) this.hits.push(hit)
    // A rotation or a collection may have finished before that; so may a process that found the home not set up yet.
    if (ended.signal === 'SIGKILL') this.kills++
    else expect(ended.stderr).toMatch(/^$|LOCK_TIMEOUT|HOME_EMPTY/)
    this.acks.push(...acksOf(ended))
  }
}

/** Appends to every stream without waiting: every lock must be free, and spooled entries are chained. */
async function appendEverywhere(home: string): Promise<Ack[]> {
  const store = openFileStore(home, { lockWaitMs: 0, segmentBytes: SEGMENT_BYTES })
  const acks: Ack[] = []
  for (const stream of new Set([...(await store.list()), ...spooledStreams(home), 'session/fresh'])) {
    if (stream.startsWith('admin/')) continue
    const ids = [`last-${stream}`]
    acks.push({
      ids,
      stream,
      ...(await store.append(stream, [{ kind: 'note', actor: 'harness', body: { id: `last-${stream}` } }])),
    })
  }
  await store.close()
  return acks
}

describe('processes killed with kill -9', () => {
  it(`at ${scaled(500)} random moments lose nothing that was acknowledged, and leave a ledger that verifies`, async () => {
    const crowd = new Crowd(join(tempDir(), 'home'), makeRandom(seed()))
    const killUntil = async (kills: number): Promise<void> => {
      while (crowd.kills < kills) await crowd.killOne()
    }
    const audit = async (): Promise<void> => {
      // While others write: an audit never mistakes ongoing writes for tampering.
      for (let kills = 10; kills < scaled(500); kills += 10) {
        while (crowd.kills < kills) await sleep(20)
        await verifyClean(crowd.home)
      }
    }
    await Promise.all([...Array.from({ length: 3 }, () => killUntil(scaled(500))), audit()])

    const { notes } = await verifyClean(crowd.home)
    const last = await appendEverywhere(crowd.home)
    expect(last.filter(({ kind }) => kind !== 'written')).toEqual([])
    const { entries } = await verifyClean(crowd.home)
    expectHolds(crowd.home, [...crowd.acks, ...last])
    console.log(
      `${crowd.kills} kills, ${crowd.acks.length} acknowledgements, ${entries} entries; left behind: ${countsOf(notes.map(({ note }) => note))}`,
    )
    expect(crowd.kills).toBeGreaterThanOrEqual(scaled(500))
    // Only likely with many kills; `crash-points.test.ts` hits each of these moments in every run.
    if (LONG) {
      expect(crowd.hits.some((hit) => hit.startsWith('write heads/session/'))).toBe(true)
      expect(crowd.acks.some(({ kind }) => kind === 'spooled')).toBe(true)
    }
  })
})

const countsOf = (names: string[]): string =>
  [...new Set(names)].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ')

describe('a power cut', () => {
  it('that sets the head back a long way loses nothing: the next writer finds the end', async () => {
    const { home, acks, oldHead } = await severalFiles()
    writeFileSync(headPath(home, STREAM), oldHead)
    expect((await verifyClean(home)).notes).toMatchObject([{ stream: STREAM, note: 'head-lags' }])
    acks.push(...(await append(home, [{ stream: STREAM, ids: ['next'] }], SMALL_FILES)))
    expect((await verifyClean(home)).notes).toEqual([])
    expectHolds(home, acks)
  })

  it('that also leaves half of the first line of a new file is repaired in that file', async () => {
    const { home, acks, oldHead } = await severalFiles()
    writeFileSync(headPath(home, STREAM), oldHead)
    const files = readdirSync(join(home, 'ledger/session')).length
    writeFileSync(segmentPath(home, STREAM, files + 1), '{"entry":{"actor":"har', { mode: 0o600 })
    for (const id of ['next-1', 'next-2', 'next-3']) {
      acks.push(...(await append(home, [{ stream: STREAM, ids: [id] }], SMALL_FILES)))
      expect((await verifyClean(home)).notes).toMatchObject([{ stream: STREAM, note: 'tail-repaired' }])
    }
    expectHolds(home, acks)
  })

  const SMALL_FILES = { segmentBytes: 700, lockWaitMs: 0 }

  /** A stream in several files, and its head as it was when there was only the first. */
  async function severalFiles(): Promise<{ home: string; acks: Ack[]; oldHead: Buffer }> {
    const home = join(tempDir(), 'home')
    const acks = await append(home, [{ stream: STREAM, ids: ['n1'] }], SMALL_FILES)
    const oldHead = readFileSync(headPath(home, STREAM))
    for (let i = 2; i <= 8; i++) acks.push(...(await append(home, [{ stream: STREAM, ids: [`n${i}`] }], SMALL_FILES)))
    expect(readdirSync(join(home, 'ledger/session')).length).toBeGreaterThan(2)
    return { home, acks, oldHead }
  }
})

describe('entries in the spool', () => {
  it('are chained once, even if one writer dies in the middle and the next before the file is removed', async () => {
    const home = join(tempDir(), 'home')
    const hook = program('hook-like')
    const acks = await append(home, [{ stream: STREAM, ids: ['first'] }])
    const six = [{ stream: STREAM, ids: ['s1', 's2', 's3', 's4', 's5', 's6'] }]
    const two = [{ stream: STREAM, ids: ['t1', 't2'] }]
    acks.push(
      ...(await whileLocked(home, async () => acksOf(await run(appending(home, six, { lockWaitMs: 0 }, hook))))),
    )
    const torn = await run(appending(home, [{ stream: STREAM, ids: ['n1'] }], {}, hook), {
      home,
      at: 1,
      how: 'half',
      on: 'write ledger/',
    })
    expect(torn.signal).toBe('SIGKILL')
    // Spooled later, but by its name earlier: clocks may run backwards.
    acks.push(...(await whileLocked(home, () => append(home, two, { lockWaitMs: 0, now: () => new Date(0) }))))
    const untidy = await run(appending(home, [{ stream: STREAM, ids: ['n2'] }], {}, hook), {
      home,
      at: 1,
      how: 'kill',
      on: 'remove spool/',
    })
    expect(untidy.signal).toBe('SIGKILL')
    acks.push(...(await append(home, [{ stream: STREAM, ids: ['last'] }], { lockWaitMs: 0 })))
    expect((await verifyClean(home)).notes.map(({ note }) => note)).toEqual(['tail-repaired'])
    expectHolds(home, acks)
  })

  /** Appends entries while another process holds the lock. */
  async function whileLocked(home: string, spool: () => Promise<Ack[]>): Promise<Ack[]> {
    const ticket = createTicket(ticketsDir(home))
    const lock = tryLock(lockPath(home, STREAM), ticket)
    const acks = await spool()
    expect(acks).toMatchObject([{ kind: 'spooled' }])
    if (lock !== null) unlock(lock)
    dropTicket(ticket)
    return acks
  }
})
