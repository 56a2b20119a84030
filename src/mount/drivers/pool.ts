import type { Ending } from '../facts.ts'
import type { WorkerTrace } from './worker.ts'

/**
 * A worker's work. If it returns a string, that is the worker's result. `signal` aborts at the time limit or when the
 * worker is cancelled.
 */
export type Work = (worker: WorkerTrace, signal: AbortSignal) => Promise<unknown>

export type Job = { trace: WorkerTrace; work: Work; timeoutMs: number; changed: (status: 'running' | Ending) => void }

/** The reason why a worker's signal aborts. Uses the standard names, TimeoutError and AbortError. */
class Stopped extends Error {
  readonly status: 'timeout' | 'cancelled'

  constructor(status: 'timeout' | 'cancelled', why: string) {
    super(why)
    this.name = status === 'timeout' ? 'TimeoutError' : 'AbortError'
    this.status = status
  }
}

type Waiting = { job: Job; stop: AbortController; ended: () => void }

/** Runs a limited number of workers at a time, first come, first served. Every worker ends, whatever its work does. */
export class Pool {
  readonly #most: number
  readonly #queue: Waiting[] = []
  readonly #stops = new Map<string, AbortController>()
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Queues a job. Resolves when the worker has ended. */
  add(job: Job): Promise<void> {
    return new Promise((ended) => {
      const stop = new AbortController()
      this.#stops.set(job.trace.stream, stop)
      this.#queue.push({ job, stop, ended })
      this.#startNext()
    })
  }

  /** Cancels a running or waiting worker. Returns false if it has ended or runs in another process. */
  cancel(stream: string): boolean {
    const stop = this.#stops.get(stream)
    if (stop === undefined || stop.signal.aborted) return false
    stop.abort(new Stopped('cancelled', 'cancelled'))
    const waiting = this.#queue.findIndex(({ job }) => job.trace.stream === stream)
    // A waiting worker ends at once, even if the pool is full.
    if (waiting !== -1) for (const next of this.#queue.splice(waiting, 1)) this.#start(next)
    return true
  }

  #startNext(): void {
    if (this.#running >= this.#most) return
    const next = this.#queue.shift()
    if (next !== undefined) this.#start(next)
  }

  #start({ job, stop, ended }: Waiting): void {
    this.#running++
    runJob(job, stop)
      // The ledger refused the record. The trace then has no end, and readers can see that.
      .catch(() => {})
      .finally(() => {
        this.#running--
        this.#stops.delete(job.trace.stream)
        ended()
        this.#startNext()
      })
  }
}

async function runJob({ trace, work, timeoutMs, changed }: Job, stop: AbortController): Promise<void> {
  const { signal } = stop
  const why = `exceeded its time limit of ${timeoutMs / 1000} s`
  const timer = setTimeout(() => stop.abort(new Stopped('timeout', why)), timeoutMs)
  try {
    if (!signal.aborted) {
      await trace.start()
      changed('running')
    }
    const end = await Promise.race([aborted(signal), finished(trace, work, signal)])
    await trace.end(end.status, end.why)
    changed(end.status)
  } finally {
    clearTimeout(timer)
  }
}

type End = { status: Ending; why: string | null }

function aborted(signal: AbortSignal): Promise<End> {
  const end = (): End => ({ status: (signal.reason as Stopped).status, why: (signal.reason as Stopped).message })
  return new Promise((resolve) => {
    if (signal.aborted) resolve(end())
    else signal.addEventListener('abort', () => resolve(end()), { once: true })
  })
}

async function finished(trace: WorkerTrace, work: Work, signal: AbortSignal): Promise<End> {
  try {
    const result = signal.aborted ? '' : await work(trace, signal)
    // The work may have written its own result.
    if (!signal.aborted && (typeof result === 'string' || !trace.hasResult))
      await trace.result(typeof result === 'string' ? result : '')
    return { status: 'success', why: null }
  } catch (error) {
    return { status: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}
