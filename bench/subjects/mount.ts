import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ArtifactRef,
  type Draft,
  type JsonObject,
  openFileStore,
  openRun,
  type Run,
  type Store,
  startRun,
} from '../../src/index.ts'
import { tempFolder, wallMicros } from './sample.ts'
import type { Scaled, Sides, Subject } from './subject.ts'

const WORKERS = 3
const CALLS = 4
const PIECE_BYTES = 64 << 10
const A_ROUND = 20
const WARM_UP = 1_000
const BUDGET_BYTES = 32 << 10

/** Builds a mount of 32 KB from 12 files that are larger, as before every model call of a run. */
export const mount: Subject = {
  name: 'mount',
  what: 'mount of 32 KB from 12 files, 1 MB of trace',
  baselineWhat: 'reading the same bytes',
  target: 4,
  by: 'minimum',
  unit: 'µs',
  open: (scaled) =>
    besideReading(
      scaled,
      ({ run }) =>
        () =>
          mounting(run),
    ),
}

/** The same the first time a process mounts these files: nothing is in memory but the folded streams. */
export const mountFirst: Subject = {
  name: 'mount-first',
  what: 'the same, for the first call',
  baselineWhat: 'reading the same bytes',
  target: 6,
  by: 'minimum',
  unit: 'µs',
  open: (scaled) =>
    besideReading(scaled, ({ run, store }) => async () => {
      let micros = 0
      for (let i = 0; i < A_ROUND; i++) {
        const opened = await openRun(store, { owner: 'bench', run: run.stream })
        await opened.evidence.snapshot()
        micros += await wallMicros(() => opened.render({ bytes: BUDGET_BYTES }))
      }
      return micros / A_ROUND
    }),
}

async function besideReading(scaled: Scaled, subjectOf: (traced: Traced) => Sides['subject']): Promise<Sides> {
  const traced = await trace(1 << 20)
  // A lead's process is warm after its first calls.
  for (let i = 0; i < scaled(WARM_UP); i++) await traced.run.render({ bytes: BUDGET_BYTES })
  const buffer = Buffer.alloc(BUDGET_BYTES)
  const each = Math.floor(BUDGET_BYTES / (WORKERS * CALLS))
  const head = 1024
  return {
    baseline: async () =>
      (await wallMicros(() => {
        for (let i = 0; i < A_ROUND; i++)
          for (let file = 0; file < WORKERS * CALLS; file++) {
            readRange(traced.artifact, buffer, 0, head)
            readRange(traced.artifact, buffer, PIECE_BYTES - (each - head), each - head)
          }
      })) / A_ROUND,
    subject: subjectOf(traced),
    close: traced.close,
  }
}

/** The same with ten gigabytes of trace: the cost of a mount does not grow with it. */
export const mountFlat: Subject = {
  name: 'mount-flat',
  what: 'mount of 32 KB from 12 files, 10 GB of trace',
  baselineWhat: 'the same with 1 MB of trace',
  target: 1.2,
  by: 'minimum',
  unit: 'µs',
  async open(scaled) {
    const [small, large] = [await trace(1 << 20), await trace(scaled(10 * 2 ** 30))]
    return {
      baseline: () => mounting(small.run),
      subject: () => mounting(large.run),
      close: async () => {
        await small.close()
        await large.close()
      },
    }
  },
}

async function mounting(run: Run): Promise<number> {
  return (
    (await wallMicros(async () => {
      for (let i = 0; i < A_ROUND; i++) {
        const { bytes } = await run.render({ bytes: BUDGET_BYTES })
        if (bytes < BUDGET_BYTES - 2048) throw new Error(`The mount has only ${bytes} bytes.`)
      }
    })) / A_ROUND
  )
}

function readRange(path: string, buffer: Buffer, at: number, bytes: number): void {
  const fd = openSync(path, 'r')
  readSync(fd, buffer, 0, bytes, at)
  closeSync(fd)
}

type Traced = { run: Run; store: Store; artifact: string; close: () => Promise<void> }

/** A run with three workers of four calls each. All pieces are the same artifact, so that 10 GB fit on any disk. */
async function trace(bytes: number): Promise<Traced> {
  const dir = tempFolder()
  const store = openFileStore(join(dir, 'home'))
  const piece = Buffer.alloc(PIECE_BYTES, 'a line of a log that says nothing\n')
  const pieces = Math.max(1, Math.round(bytes / PIECE_BYTES / WORKERS / CALLS))
  const run = await startRun(store, { owner: 'bench' })
  let sha256 = ''
  for (let w = 0; w < WORKERS; w++)
    await run.spawn(`Read log ${w}`, async ({ stream }) => {
      for (let call = 1; call <= CALLS; call++) {
        const file = `tool_calls/00${call}_log.txt`
        const ref = await store.putArtifact({ name: file, media: 'text/plain' }, [piece])
        const output = `${stream}.00${call}`
        sha256 = ref.sha256
        await append(store, stream, 'call.started', { call, tool: 'log', file })
        await fill(store, output, ref, pieces)
        const body = { call, status: 'success', bytes: pieces * PIECE_BYTES, heads: 1, output, exit: null }
        await append(store, stream, 'call.ended', body, Array(Math.min(1 + pieces, 5)).fill(ref))
      }
    })
  await run.wait()
  const artifact = join(dir, 'home', 'artifacts', sha256.slice(0, 2), sha256)
  return { run, store, artifact, close: () => store.close() }
}

const append = (store: Store, stream: string, kind: string, body: JsonObject, artifacts: ArtifactRef[] = []) =>
  store.append(stream, [{ kind, actor: 'harness', body, artifacts }])

/** Writes the pieces of an output, an entry each. */
async function fill(store: Store, stream: string, ref: ArtifactRef, pieces: number): Promise<void> {
  for (let at = 0; at < pieces; at += 512) {
    const drafts = Array.from(
      { length: Math.min(512, pieces - at) },
      (_, i): Draft => ({
        kind: 'output.written',
        actor: 'harness',
        body: { offset: (at + i) * PIECE_BYTES },
        artifacts: [ref],
      }),
    )
    await store.append(stream, drafts)
  }
}
