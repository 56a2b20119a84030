import type { Entry } from '../ledger/kinds.ts'
import { type Ending, type Fact, factOf, type WorkerStatus } from './facts.ts'
import { METRICS, outputStream, RESULT, THREAD } from './names.ts'

/** The states of runs and workers, folded from their streams. A fold mutates the state it is given. */

/** A piece of a file: a stored artifact. */
export type Part = { sha256: string; bytes: number }

/** A trace file. `head` and `tail` are its first and last pieces; for a long file, `output` has the others. */
export type TraceFile = {
  name: string
  status: 'running' | Ending
  bytes: number
  head: readonly Part[]
  tail: readonly Part[]
  /** The stream with every piece; null if all of them are in `tail`, or in the worker's own stream. */
  output: string | null
}

export type WorkerState = {
  stream: string
  run: string
  owner: string
  task: string
  status: WorkerStatus
  why: string | null
  /** The process that records the worker; null if unknown. */
  process: { pid: number; start: string } | null
  /** By name, in the order in which they began. */
  files: Map<string, TraceFile>
  calls: number
  at: { opened: string; started: string | null; ended: string | null }
}

/** Size of the first and last pieces of a long file that a mount can show without reading the file's stream. */
const HEAD_BYTES = 64 << 10
const TAIL_BYTES = 256 << 10
/** Maximum number of pieces to keep. Output may arrive in tiny pieces, and the entry that ends the call has a size limit. */
const MAX_PARTS = 1000

/** Returns a worker's state after one more entry; null until the worker is opened. */
export function foldWorker(state: WorkerState | null, entry: Entry): WorkerState | null {
  const fact = factOf(entry)
  if (fact === null) return state
  if (fact.kind === 'worker.opened')
    return {
      ...fact.body,
      stream: entry.stream,
      status: 'queued',
      why: null,
      files: new Map(),
      calls: 0,
      at: { opened: entry.at, started: null, ended: null },
    }
  if (state !== null) change(state, fact, entry)
  return state
}

function change(state: WorkerState, fact: Fact, entry: Entry): void {
  switch (fact.kind) {
    case 'worker.started':
      state.status = 'running'
      state.at.started = entry.at
      return
    case 'call.started':
      state.calls = Math.max(state.calls, fact.body.call)
      state.files.set(fact.body.file, {
        ...emptyFile(fact.body.file, 'running'),
        output: outputStream(state.stream, fact.body.call),
      })
      return
    case 'call.ended':
      endCall(state, fact.body, entry)
      return
    case 'message.written':
      extend(state, THREAD, entry.artifacts)
      return
    case 'metric.written':
      extend(state, METRICS, entry.artifacts)
      return
    case 'result.written':
      state.files.delete(RESULT)
      extend(state, RESULT, entry.artifacts)
      return
    case 'worker.ended':
      state.status = fact.body.status
      state.why = fact.body.why
      state.at.ended = entry.at
  }
}

const emptyFile = (name: string, status: TraceFile['status']): TraceFile => ({
  name,
  status,
  bytes: 0,
  head: [],
  tail: [],
  output: null,
})

type Ended = Extract<Fact, { kind: 'call.ended' }>['body']

function endCall(state: WorkerState, { call, status, bytes, heads, output }: Ended, { artifacts }: Entry): void {
  const stream = outputStream(state.stream, call)
  const file = [...state.files.values()].find((one) => one.output === stream)
  if (file === undefined) return
  const [head, tail] = output === null ? [artifacts, artifacts] : [artifacts.slice(0, heads), artifacts.slice(heads)]
  state.files.set(file.name, { ...file, status, bytes, head: head.map(partOf), tail: tail.map(partOf), output })
}

const partOf = ({ sha256, bytes }: Part): Part => ({ sha256, bytes })

function extend(state: WorkerState, name: string, parts: readonly Part[]): void {
  const file = state.files.get(name) ?? emptyFile(name, 'success')
  state.files.set(name, parts.map(partOf).reduce(withPart, file))
}

/** Adds a piece at the end of a file. Keeps only the first and the last pieces of a long one. */
export function withPart(file: TraceFile, part: Part): TraceFile {
  const tail = [...file.tail, part]
  while (tail.length > MAX_PARTS || bytesOf(tail) - (tail[0]?.bytes ?? 0) >= TAIL_BYTES) tail.shift()
  const isShort = file.head.length < MAX_PARTS && bytesOf(file.head) < HEAD_BYTES
  const head = isShort ? [...file.head, part] : file.head
  return { ...file, bytes: file.bytes + part.bytes, head, tail }
}

export const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

export type RenderedMount = Extract<Fact, { kind: 'mount.rendered' }>['body']

export type RunState = {
  stream: string
  owner: string
  thread: string | null
  /** The streams of its workers; a worker's job is its position, from 1. */
  workers: string[]
  /** Model calls so far; `mounts` holds those that got a block. */
  calls: number
  mounts: RenderedMount[]
  at: string
}

/** Returns a run's state after one more entry; null until the run is started. */
export function foldRun(state: RunState | null, entry: Entry): RunState | null {
  const fact = factOf(entry)
  if (fact === null) return state
  if (fact.kind === 'run.started')
    return { ...fact.body, stream: entry.stream, workers: [], calls: 0, mounts: [], at: entry.at }
  if (state === null) return null
  if (fact.kind === 'worker.spawned' && !state.workers.includes(fact.body.worker)) state.workers.push(fact.body.worker)
  if (fact.kind === 'mount.rendered') state.mounts.push(fact.body)
  if (fact.kind === 'mount.rendered' || fact.kind === 'mount.failed')
    state.calls = Math.max(state.calls, fact.body.call)
  return state
}
