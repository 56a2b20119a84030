import { z } from 'zod'
import { type FactOf, parseFact } from '../ledger/fact.ts'
import { isStreamName } from '../ledger/kinds.ts'

/** The entries of runs, workers and threads, kind by kind. Unknown fields are ignored, because ledgers outlive versions. */

const stream = z.string().refine(isStreamName)
const count = z.int().min(0)

/** The ways a worker or call can end. */
const ENDINGS = ['success', 'failed', 'timeout', 'cancelled'] as const
export type Ending = (typeof ENDINGS)[number]
export const WORKER_STATUSES = ['queued', 'running', ...ENDINGS] as const
export type WorkerStatus = (typeof WORKER_STATUSES)[number]

/** True if this status means failure. Cancelling is a choice, not a failure. */
export const isFailure = (status: string): boolean => status === 'failed' || status === 'timeout'

const ending = z.enum(ENDINGS)
/** The process that records the worker; null if unknown. */
const process = z.object({ pid: z.int(), start: z.string() }).nullable()
const budget = z.object({ bytes: count, lines: count.nullable() })

/** Entries in a run's stream. A worker's job number is its position in the order of spawning. */
const RUN = {
  'run.started': z.object({ owner: z.string(), thread: stream.nullable() }),
  'worker.spawned': z.object({ worker: stream }),
  'mount.rendered': z.object({
    call: count,
    sha256: z.string(),
    bytes: count,
    budget,
    /** Bytes of evidence that the block leaves out. */
    cut: count,
    /** The last seq read in each stream. */
    heads: z.record(z.string(), count),
  }),
  'mount.failed': z.object({ call: count, why: z.string() }),
} as const

/** Entries in a worker's stream. Output that arrives during a call is in the call's own stream, piece by piece. */
const WORKER = {
  'worker.opened': z.object({ run: stream, owner: z.string(), task: z.string(), process }),
  'worker.started': z.object({}),
  /** `input` is JSON. Long input is cut, and is then no longer valid JSON. */
  'call.started': z.object({
    call: z.int().min(1),
    tool: z.string(),
    file: z.string(),
    input: z.string().default('null'),
  }),
  /** The first `heads` artifacts begin the file, the others end it. If `output` is null, they are the whole file. */
  'call.ended': z.object({
    call: z.int().min(1),
    status: ending,
    bytes: count,
    heads: count,
    output: stream.nullable(),
    exit: z.int().nullable(),
  }),
  'message.written': z.object({}),
  'metric.written': z.object({}),
  'result.written': z.object({}),
  'worker.ended': z.object({ status: ending, why: z.string().nullable() }),
} as const

/** Entries in the stream of a call with long output. */
const OUTPUT = { 'output.written': z.object({ offset: count }) } as const

/** Entries in a thread's stream. `call` is the run's last mount before the answer. */
const THREAD = {
  'thread.opened': z.object({ owner: z.string() }),
  'message.stored': z.object({
    role: z.enum(['user', 'assistant']),
    text: z.string().nullable(),
    run: stream.nullable(),
    provenance: z.string().nullable(),
    call: count.nullable(),
  }),
} as const

const BODIES = { ...RUN, ...WORKER, ...OUTPUT, ...THREAD } as const

type FactKind = keyof typeof BODIES
export const FACT_KINDS = Object.keys(BODIES) as FactKind[]
export type Body<Kind extends FactKind> = z.output<(typeof BODIES)[Kind]>
export type Fact = FactOf<typeof BODIES>

/** Parses an entry. Returns null if its kind is not one of ours or its body is invalid. */
export const factOf = (entry: { kind: string; body: unknown }): Fact | null => parseFact(BODIES, entry)
