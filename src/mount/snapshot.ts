import { MountError } from './errors.ts'
import { WORKER_STATUSES } from './facts.ts'
import type { TraceFile } from './state.ts'

/** The evidence of a run at one moment. Mounts are built from it. */
export type Snapshot = {
  run: string
  /** In order of their job numbers. */
  workers: readonly SeenWorker[]
  /** The last seq read in each stream. */
  heads: { readonly [stream: string]: number }
}

/** `unavailable`: the worker's trace is gone, for example removed by retention. */
export const SEEN_STATUSES = [...WORKER_STATUSES, 'unavailable'] as const

/** A worker with its files. */
export type SeenWorker = {
  job: number
  stream: string
  task: string
  status: (typeof SEEN_STATUSES)[number]
  why: string | null
  files: readonly TraceFile[]
}

/** Finds a worker by its job number. Throws WORKER_UNKNOWN if there is none. */
export function requireWorker<Worker>(workers: readonly Worker[], job: number): Worker {
  const found = workers[job - 1]
  if (found !== undefined) return found
  throw new MountError('WORKER_UNKNOWN', `The run has no worker ${job}. Number of workers: ${workers.length}.`)
}
