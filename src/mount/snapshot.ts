import type { WorkerStatus } from './facts.ts'
import type { TraceFile } from './state.ts'

/** The evidence of a run at one moment. Mounts are built from it. */
export type Snapshot = {
  run: string
  /** By job. */
  workers: readonly SeenWorker[]
  /** How far each stream was read. */
  heads: { readonly [stream: string]: number }
}

/** A worker with its files. `unavailable`: its trace is gone, for instance collected by retention. */
export type SeenWorker = {
  job: number
  stream: string
  task: string
  status: WorkerStatus | 'unavailable'
  why: string | null
  files: readonly TraceFile[]
}
