import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/ledger/chain.ts'
import { type Checkpoint, openCheckpoint } from '../../src/ledger/checkpoint.ts'
import type { Store } from '../../src/ledger/store.ts'
import { exportFiles } from '../../src/ledger/stores/files/export.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { collect } from '../../src/ledger/stores/files/gc.ts'
import type { HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { openKeyring } from '../../src/ledger/stores/files/keyring.ts'
import { readLines } from '../../src/ledger/stores/files/lines.ts'
import { listStreams } from '../../src/ledger/stores/files/list.ts'
import { readChain } from '../../src/ledger/stores/files/read.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import { checkpoint } from '../../src/ledger/stores/files/signer.ts'
import { writeSpool } from '../../src/ledger/stores/files/spool.ts'
import { verifyExport } from '../../src/ledger/stores/files/verify-export.ts'
import { type Child, collecting, helper, rotating, run, start } from '../helpers/children.ts'
import { runCli } from '../helpers/cli.ts'
import {
  audit,
  called,
  copyHome,
  headFile,
  putText,
  readSegments,
  SMALL_SEGMENTS,
  segmentsOf,
  smallLedger,
  withHome,
  withStore,
} from '../helpers/ledger.ts'
import { program } from '../helpers/programs.ts'
import { LONG, scaled, seed } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

const STREAMS = ['session/a', 'session/b', 'run/c', 'thread/d']

/** One action on a ledger in honest hands; some of them crash. */
type Step =
  | { do: 'append'; stream: string; count: number; by: 'kept' | 'fresh' }
  | { do: 'artifact'; stream: string; size: number }
  | { do: 'spool'; stream: string; count: number }
  | { do: 'tear' | 'lag'; stream: string }
  | { do: 'rotate' | 'checkpoint' | 'export' | 'wait' }
  | { do: 'collect'; maxAgeHours: number }

const stream = fc.constantFrom(...STREAMS)
const count = fc.integer({ min: 1, max: 4 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      stream,
      count,
      by: fc.constantFrom('kept' as const, 'fresh' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('artifact' as const), stream, size: fc.nat(3_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spool' as const), stream, count }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('tear' as const, 'lag' as const), stream }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('rotate' as const, 'checkpoint' as const, 'export' as const, 'wait' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('collect' as const), maxAgeHours: fc.nat(5) }) },
)

/** A ledger with its history: acknowledged entries, and checkpoints kept elsewhere. */
class History {
  readonly dir = tempDir()
  readonly acknowledged = new Map<string, string[]>()
  readonly checkpoints: Checkpoint[] = []
  readonly #options: HomeOptions
  #kept: Store
  #now = Date.now()
  #ids = 0

  constructor() {
    this.#options = { ...SMALL_SEGMENTS, now: () => new Date(this.#now) }
    this.#kept = openFileStore(this.dir, this.#options)
  }

  async take(step: Step): Promise<void> {
    this.#now += 1_000
    switch (step.do) {
      case 'append':
        return this.#append(step.stream, step.count, step.by)
      case 'artifact':
        return this.#appendArtifact(step.stream, step.size)
      case 'spool':
        return this.#home((home) => {
          const entries = this.#drafts(step.stream, step.count).map((draft) =>
            prepare(step.stream, draft, home.now().toISOString()),
          )
          writeSpool(home, step.stream, entries)
        })
      case 'tear':
        return this.#tear(step.stream)
      case 'lag':
        return this.#lag(step.stream)
      case 'rotate':
        await this.#home(rotateKey)
        return
      case 'checkpoint':
        return this.#home((home) => {
          const { note, vkey } = checkpoint(home)
          this.checkpoints.push(openCheckpoint(note, vkey))
        })
      case 'export':
        return this.#export()
      case 'wait':
        this.#now += 3 * 3600_000
        return
      case 'collect':
        return this.#collect(step.maxAgeHours)
    }
  }

  async close(): Promise<void> {
    for (const name of STREAMS) await this.#append(name, 1, 'kept')
    await this.#kept.close()
  }

  /** Drafts whose ids count as acknowledged. */
  #drafts(name: string, howMany: number) {
    const ids = Array.from({ length: howMany }, () => `id-${++this.#ids}`)
    this.acknowledged.set(name, [...(this.acknowledged.get(name) ?? []), ...ids])
    return ids.map((id) => ({ ...called(0), body: { id } }))
  }

  async #append(name: string, howMany: number, by: 'kept' | 'fresh'): Promise<void> {
    const drafts = this.#drafts(name, howMany)
    if (by === 'kept') await this.#kept.append(name, drafts)
    else await withStore(this.dir, (store) => store.append(name, drafts), this.#options)
  }

  async #appendArtifact(name: string, size: number): Promise<void> {
    const output = await putText(this.#kept, 'out', 'line of output\n'.repeat(size / 15))
    const [draft] = this.#drafts(name, 1)
    if (draft !== undefined) await this.#kept.append(name, [{ ...draft, artifacts: [output] }])
  }

  /** A writer was killed in the middle of a write. */
  #tear(name: string): void {
    const [first = [''], path] = [readSegments(this.dir, name)[0], segmentsOf(this.dir, name).at(-1)]
    if (path !== undefined) appendFileSync(path, (first[0] ?? '').slice(0, 200).trimEnd())
  }

  /** A writer was killed between its data and its head. */
  async #lag(name: string): Promise<void> {
    await this.#append(name, 1, 'fresh')
    const path = headFile(this.dir, name)
    const before = readFileSync(path)
    const segments = segmentsOf(this.dir, name).length
    await this.#append(name, 1, 'fresh')
    // A head is written before the file it names is created, so it never lags behind that.
    if (segmentsOf(this.dir, name).length === segments) writeFileSync(path, before)
  }

  async #export(): Promise<void> {
    const file = join(tempDir(), 'evidence.tar')
    const { vkey } = await this.#home((home) => exportFiles(home, file))
    expect(await verifyExport(file, { vkey })).toMatchObject({ ok: true })
  }

  async #collect(maxAgeHours: number): Promise<void> {
    const { streams } = await this.#home((home) =>
      collect(home, { maxAgeMs: maxAgeHours * 3600_000, maxBytes: 1e9 }, 'remove'),
    )
    for (const name of streams) this.acknowledged.delete(name)
  }

  #home<T>(act: Parameters<typeof withHome<T>>[1]): Promise<T> {
    return withHome(this.dir, act, this.#options)
  }
}

/** The ids of all entries, stream by stream, each read as a link of its chain. */
function idsIn(dir: string): Map<string, string[]> {
  const readable = { dir, keyring: openKeyring(dir) }
  const streams = listStreams(dir).map((name): [string, string[]] => [
    name,
    [...readChain(readable, name)].flatMap(({ body }) => (typeof body['id'] === 'string' ? [body['id']] : [])),
  ])
  return new Map(streams.filter(([name]) => STREAMS.includes(name)))
}

describe('a ledger in honest hands', () => {
  it('has no findings at any moment of any history, and contains everything that was acknowledged', async () => {
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 40, size: 'max' }), async (history) => {
      const ledger = new History()
      for (const step of history) {
        await ledger.take(step)
        expect((await audit(ledger.dir)).findings).toEqual([])
      }
      await ledger.close()
      for (const against of ledger.checkpoints) expect((await audit(ledger.dir, { against })).findings).toEqual([])
      const sorted = ([name, ids]: [string, string[]]): [string, string[]] => [name, ids.toSorted()]
      expect([...idsIn(ledger.dir)].map(sorted).sort()).toEqual([...ledger.acknowledged].map(sorted).sort())
    })
    await fc.assert(property, { seed: seed(), numRuns: scaled(200) })
  })

  it('has no findings at whatever point a writer was killed, nor after the next writer', async () => {
    const { dir, gamma } = await smallLedger()
    const head = readFileSync(headFile(dir, gamma))
    const path = segmentsOf(dir, gamma)[0] ?? ''
    const before = readFileSync(path)
    await withStore(dir, (store) => store.append(gamma, [called(3), called(4)]))
    const after = readFileSync(path)
    writeFileSync(headFile(dir, gamma), head)
    const wrong: string[] = []
    for (let length = before.length; length <= after.length; length++) {
      if (!isTried(after, length, before.length)) continue
      writeFileSync(path, after.subarray(0, length))
      wrong.push(...(await surprisesAfterKill(dir, after.subarray(0, length).toString())))
      if (length % 20 === 0) wrong.push(...(await surprisesAfterNext(dir, gamma)))
    }
    expect(wrong).toEqual([])
  })
})

/** True for every length in the long suite, otherwise for those around the end of a line and for every tenth. */
function isTried(bytes: Buffer, length: number, least: number): boolean {
  const isAtEnd = length < least + 2 || bytes.subarray(length - 2, length + 2).includes(0x0a)
  return LONG || isAtEnd || length % 10 === 0
}

/** Unexpected audit results after a writer was killed that found two entries and left these bytes. */
async function surprisesAfterKill(dir: string, left: string): Promise<string[]> {
  const whole = left.split('\n').length - 1
  const due = [...(whole > 2 ? ['head-lags'] : []), ...(left.endsWith('\n') ? [] : ['torn-tail'])]
  const { findings, notes } = await audit(dir)
  const isDue = findings.length === 0 && notes.map(({ note }) => note).join() === due.join()
  return isDue ? [] : [`${left.length} bytes: ${JSON.stringify({ findings, notes })}`]
}

/** Unexpected audit results after the next writer: every complete entry stays, and an incomplete line is recorded. */
async function surprisesAfterNext(home: string, name: string): Promise<string[]> {
  const dir = copyHome(home)
  const before = await audit(dir, { streams: [name] })
  await withStore(dir, (store) => store.append(name, [called(9)]))
  const after = await audit(dir, { streams: [name] })
  rmSync(dir, { recursive: true })
  const wasTorn = before.notes.some(({ note }) => note === 'torn-tail')
  const isDue = after.ok && after.entries === before.entries + (wasTorn ? 2 : 1)
  return isDue ? [] : [JSON.stringify({ before, after })]
}

describe('a ledger that others write to', () => {
  it('is read completely if a new file begins just as the end of the last is reached', () => {
    const path = join(tempDir(), 'segment.jsonl')
    writeFileSync(path, 'one\ntwo\nthr')
    const fillUp = (): boolean => {
      appendFileSync(path, 'ee\nfour\n')
      return true
    }
    expect([...readLines(path, 0, fillUp)].map(({ kind, bytes }) => [kind, bytes.toString()])).toEqual([
      ['whole', 'one'],
      ['whole', 'two'],
      ['whole', 'three'],
      ['whole', 'four'],
    ])
  })

  const writers = (dir: string, rounds: number): Child[] =>
    ['x', 'y'].map((name) =>
      start([program('write-busily'), JSON.stringify({ home: dir, options: { segmentBytes: 3_000 }, rounds, name })]),
    )

  /** Audits repeatedly while `work` runs, and returns the number of audits and their findings. */
  async function auditWhile(dir: string, work: Promise<unknown>): Promise<{ audits: number; findings: string[] }> {
    const seen = { audits: 0, findings: [] as string[] }
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    try {
      for (; !isDone; seen.audits++) {
        seen.findings.push(...(await audit(dir)).findings.map((finding) => JSON.stringify(finding)))
        // The exit of a child is an event, which needs a turn of the event loop.
        await nextTurn()
      }
    } finally {
      await done
    }
    return seen
  }

  it('has no findings while they write, begin streams, and continue in new files', async () => {
    const dir = tempDir()
    await withStore(dir, (store) => store.append('session/shared', [called(1)]))
    const children = writers(dir, scaled(2_000))
    await Promise.all(children.map(({ said }) => said('writing')))
    const { audits, findings } = await auditWhile(dir, Promise.all(children.map(({ ended }) => ended)))
    expect(findings).toEqual([])
    expect(audits).toBeGreaterThan(1)
    expect((await Promise.all(children.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0])
    expect((await audit(dir)).findings).toEqual([])
  })

  it('has no findings while keys are rotated and streams are collected', async () => {
    const dir = tempDir()
    await withStore(dir, (store) => store.append('session/shared', [called(1)]))
    const children = writers(dir, scaled(1_500))
    await Promise.all(children.map(({ said }) => said('writing')))
    const upkeep = async (): Promise<void> => {
      for (let turn = 0; turn < scaled(40); turn++) {
        expect((await run(rotating(dir))).stderr).toBe('')
        expect((await run(collecting(dir, 0))).stderr).toBe('')
      }
    }
    const work = Promise.all([upkeep(), ...children.map(({ ended }) => ended)])
    const { audits, findings } = await auditWhile(dir, work)
    expect(findings).toEqual([])
    expect(audits).toBeGreaterThan(1)
    expect((await Promise.all(children.map(({ ended }) => ended))).map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect((await audit(dir)).findings).toEqual([])
  })
})

describe('memory', () => {
  const LINE_BYTES = 4_000

  /** A ledger with one long stream. */
  async function longLedger(entries: number): Promise<string> {
    const dir = tempDir()
    const draft = { ...called(0), body: { padding: 'x'.repeat(LINE_BYTES) } }
    const store = openFileStore(dir)
    for (let done = 0; done < entries; done += 500)
      await store.append('session/long', Array(Math.min(500, entries - done)).fill(draft))
    await store.close()
    return dir
  }

  const measured = async (
    dir: string,
  ): Promise<{ ok: boolean; entries: number; findings: number; maxRssBytes: number }> =>
    // A small young generation frees garbage early, so that only retained memory is measured.
    JSON.parse((await run(['--max-semi-space-size=2', helper('measure-verify.mjs'), dir])).stdout)

  /** What the audit of a short stream needs, measured once. */
  let short: ReturnType<typeof measured> | undefined

  it('stays constant however long a stream is', async () => {
    short ??= measured(await longLedger(500))
    const small = await short
    const large = await measured(await longLedger(scaled(200_000)))
    expect([small.ok, large.ok]).toEqual([true, true])
    expect(large.entries).toBe(scaled(200_000) + 2)
    const grown = large.maxRssBytes - small.maxRssBytes
    console.log(
      `${(scaled(200_000) * LINE_BYTES) / 1e6} MB of stream took ${Math.round(grown / 1e6)} MB more memory than 2 MB`,
    )
    expect(grown).toBeLessThan(60e6)
  })

  it('stays constant however much of a stream is damaged', async () => {
    const dir = await longLedger(500)
    short ??= measured(dir)
    const small = await short
    for (let i = 0; i < scaled(100); i++)
      appendFileSync(segmentsOf(dir, 'session/long')[0] ?? '', 'x\n'.repeat(100_000))
    const large = await measured(dir)
    expect(large).toMatchObject({ ok: false, findings: 1_000, unlisted: scaled(100) * 100_000 - 1_000 })
    const grown = large.maxRssBytes - small.maxRssBytes
    console.log(`${scaled(100) / 10} million bad lines took ${Math.round(grown / 1e6)} MB more memory than none`)
    expect(grown).toBeLessThan(60e6)
  })
})

describe('bailiff verify --all --json', () => {
  const verify = (dir: string, ...more: string[]) => runCli(['verify', '--all', '--json', '--home', dir, ...more])

  it('reports no findings, and exits with 0', async () => {
    const { dir } = await smallLedger()
    const { exit, out } = await verify(dir)
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toEqual({
      ok: true,
      streams: 5,
      entries: 21,
      artifacts: 3,
      findings: [],
      notes: [],
      unlisted: 0,
    })
  })

  it('lists findings by stream, seq and reason, and exits with 2', async () => {
    const { dir, beta, gamma } = await smallLedger()
    rmSync(headFile(dir, gamma))
    appendFileSync(segmentsOf(dir, beta)[0] ?? '', 'unfinished')
    const { exit, out } = await verify(dir)
    expect(exit).toBe(2)
    const detail = expect.stringMatching(/./)
    expect(JSON.parse(out)).toEqual({
      ok: false,
      streams: 5,
      entries: 21,
      artifacts: 3,
      findings: [{ stream: gamma, seq: 2, reason: 'head-missing', detail }],
      notes: [{ stream: beta, seq: 3, note: 'torn-tail', detail }],
      unlisted: 0,
    })
  })

  it('says why the audit could not run, and exits with 1', async () => {
    const { exit, out, err } = await verify(join(tempDir(), 'nowhere'))
    expect(exit).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'HOME_EMPTY' } })
    expect(err).toContain('HOME_EMPTY')
    const { dir } = await smallLedger()
    expect((await verify(dir, '--artifacts', 'some')).exit).toBe(1)
    expect((await runCli(['verify', '--json', '--home', dir, 'session/none'])).exit).toBe(1)
    expect((await runCli(['verify', '--json', '--home', dir, '../../etc/passwd'])).exit).toBe(1)
  })
})
