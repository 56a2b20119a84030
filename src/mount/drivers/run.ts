import { sha256 } from '../../ledger/digest.ts'
import type { Json } from '../../ledger/kinds.ts'
import type { Store } from '../../ledger/store.ts'
import { processStart } from '../../ledger/stores/processes.ts'
import { type Budget, type Limits, limitsOf } from '../budget.ts'
import { MountError } from '../errors.ts'
import type { WorkerStatus } from '../facts.ts'
import { HEADER } from '../lines.ts'
import { requireOwner } from '../names.ts'
import type { Block } from '../render.ts'
import { requireWorker } from '../snapshot.ts'
import type { RunState } from '../state.ts'
import { oneLine } from '../text.ts'
import { cached } from './cache.ts'
import { Hub } from './events.ts'
import { Evidence, type Reading } from './evidence.ts'
import { renderMount } from './mount.ts'
import { Pool, type Work } from './pool.ts'
import { type Ephemeral, type Lasting, Thread } from './thread.ts'
import { newStream, WorkerTrace } from './worker.ts'

export type RunOptions = {
  /** The owner of the run. Workers of other owners are never read. */
  owner: string
  /** Maximum number of workers that run at the same time; default 8. The others wait. */
  concurrency?: number
}

/** A change in a worker's status. */
export type RunEvent = { job: number; worker: string; status: WorkerStatus }

/** Evidence for one model call. `text` is empty if the run has no workers or the budget does not fit a single line. */
export type Mounted = {
  text: Ephemeral
  bytes: number
  /** The number of the model call within the run. */
  call: number
  /** The reason the evidence could not be rendered or recorded; null if there was no failure. */
  failure: string | null
}

const DEFAULT_CONCURRENCY = 8
const DEFAULT_TIMEOUT_MS = 10 * 60_000
/** The longest delay that a timer supports. A longer one would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** One request to a lead: its workers, their evidence, and its answer. */
export class Run {
  readonly stream: string
  readonly owner: string
  readonly thread: Thread | null
  readonly evidence: Evidence
  readonly ledger: Store
  readonly #reading: Reading
  readonly #pool: Pool
  readonly #events = new Hub<RunEvent>()
  readonly #ended = new Map<string, Promise<void>>()
  #calls: number

  private constructor(ledger: Store, state: RunState, evidence: Evidence, thread: Thread | null, concurrency: number) {
    this.ledger = ledger
    this.stream = state.stream
    this.owner = state.owner
    this.evidence = evidence
    this.thread = thread
    this.#calls = state.calls
    this.#reading = cached(ledger)
    this.#pool = new Pool(concurrency)
  }

  /** Starts a run. If `thread` is given, it must belong to the same owner. */
  static async start(ledger: Store, { thread, ...options }: RunOptions & { thread?: Thread }): Promise<Run> {
    const owner = requireOwner(options.owner)
    const concurrency = concurrencyIn(options)
    if (thread !== undefined && thread.owner !== owner)
      throw new MountError('THREAD_UNKNOWN', `This owner has no thread ${thread.stream}.`)
    const stream = newStream('run')
    const body = { owner, thread: thread?.stream ?? null }
    await ledger.append(stream, [{ kind: 'run.started', actor: 'harness', body }])
    const evidence = await Evidence.open(ledger, { run: stream, owner })
    return new Run(ledger, await evidence.run(), evidence, thread ?? null, concurrency)
  }

  /** Opens a run again. Records unfinished workers as failed if their process is gone. */
  static async open(ledger: Store, { run, ...options }: RunOptions & { run: string }): Promise<Run> {
    const concurrency = concurrencyIn(options)
    const evidence = await Evidence.open(ledger, { run, owner: options.owner })
    const state = await evidence.run()
    const { thread, owner } = state
    const opened = thread === null ? null : await Thread.open(ledger, { thread, owner })
    await endDead(ledger, evidence)
    return new Run(ledger, state, evidence, opened, concurrency)
  }

  /** Starts a worker, now or when a slot is free. Resolves with its job number once it is recorded. */
  async spawn(
    task: string,
    work: Work,
    { timeoutMs = DEFAULT_TIMEOUT_MS }: { timeoutMs?: number } = {},
  ): Promise<number> {
    if (typeof task !== 'string' || task.trim() === '') throw new MountError('INPUT_INVALID', 'A worker needs a task.')
    if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS))
      throw new MountError('INPUT_INVALID', `timeoutMs must be greater than 0 and at most ${MAX_TIMEOUT_MS} (24 days).`)
    const trace = await WorkerTrace.open(this.ledger, {
      run: this.stream,
      owner: this.owner,
      task: task.toWellFormed(),
    })
    const { stream } = trace
    const body = { worker: stream, cites: [stream] }
    await this.ledger.append(this.stream, [{ kind: 'worker.spawned', actor: 'harness', body }])
    const job = (await this.evidence.run()).workers.indexOf(stream) + 1
    const changed = (status: WorkerStatus): void => this.#events.tell({ job, worker: stream, status })
    changed('queued')
    this.#ended.set(stream, this.#pool.add({ trace, work, timeoutMs, changed }))
    return job
  }

  /** Cancels a worker in this process. Returns false if it has ended. */
  async cancel(job: number): Promise<boolean> {
    const stream = await this.#streamOf(job)
    const isCancelled = this.#pool.cancel(stream)
    await this.#ended.get(stream)
    return isCancelled
  }

  /** Cancels all workers in this process and waits until they have ended. */
  async stop(): Promise<void> {
    for (const stream of this.#ended.keys()) this.#pool.cancel(stream)
    await this.wait()
  }

  /** Waits until a worker in this process has ended, or all of them if no job is given. */
  async wait(job?: number): Promise<void> {
    if (job !== undefined) await this.#ended.get(await this.#streamOf(job))
    else await Promise.all(this.#ended.values())
  }

  /** Status changes of workers in this process, from now on. */
  events(): AsyncIterableIterator<RunEvent> {
    return this.#events.listen()
  }

  /** Renders the evidence of one worker, or of all, without recording it. */
  async render(budget: Budget = {}, job?: number): Promise<Block> {
    const limits = limitsOf(budget)
    const snapshot = await this.evidence.snapshot()
    const workers = job === undefined ? snapshot.workers : [requireWorker(snapshot.workers, job)]
    return renderMount(this.#reading, { ...snapshot, workers }, limits)
  }

  /**
   * Renders the evidence for one model call and records the mount. Does not throw if evidence is unreadable: the call
   * then gets a line that says so.
   */
  async mount(budget: Budget = {}): Promise<Mounted> {
    const limits = limitsOf(budget)
    const call = await this.#nextCall()
    try {
      const snapshot = await this.evidence.snapshot()
      const { text, bytes, cut } = await renderMount(this.#reading, snapshot, limits)
      if (text === '') return { text: text as Ephemeral, bytes, call, failure: null }
      const body = { call, sha256: sha256(text), bytes, budget: limits, cut, heads: snapshot.heads }
      await this.ledger.append(this.stream, [{ kind: 'mount.rendered', actor: 'harness', body }])
      return { text: text as Ephemeral, bytes, call, failure: null }
    } catch (error) {
      return this.#failed(call, limits, error)
    }
  }

  /** Reads the recorded number too, because another program may have mounted evidence of this run since. */
  async #nextCall(): Promise<number> {
    const recorded = await this.evidence.run().then(
      ({ calls }) => calls,
      () => 0,
    )
    this.#calls = Math.max(this.#calls, recorded) + 1
    return this.#calls
  }

  async #failed(call: number, { bytes, lines }: Limits, error: unknown): Promise<Mounted> {
    const why = oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300)
    const draft = { kind: 'mount.failed', actor: 'harness' as const, body: { call, why } }
    // The ledger itself may be the cause.
    await this.ledger.append(this.stream, [draft]).catch(() => {})
    const note = bytes < UNAVAILABLE.length || lines === 0 ? '' : UNAVAILABLE
    return { text: note as Ephemeral, bytes: note.length, call, failure: why }
  }

  /** Stores the final answer in the thread. Returns the line that names its evidence, or null if there was none. */
  async answer(content: Lasting): Promise<string | null> {
    if (this.thread === null) throw new MountError('THREAD_UNKNOWN', 'The run has no thread to store an answer in.')
    const { mounts, workers } = await this.evidence.run()
    const last = mounts.at(-1)
    const jobs = workers.flatMap((stream, i) => ((last?.heads[stream] ?? 0) > 0 ? [i + 1] : []))
    const provenance =
      jobs.length === 0
        ? null
        : `Evidence: worker ${jobs.length === 1 ? 'job' : 'jobs'} ${jobs.join(', ')} (${this.stream})`
    // The run cites its workers, so retention keeps them too.
    const cites = [this.stream]
    await this.thread.answer(content, { run: this.stream, call: last?.call ?? null, provenance, cites })
    return provenance
  }

  async #streamOf(job: number): Promise<string> {
    return requireWorker((await this.evidence.run()).workers, job)
  }
}

function concurrencyIn({ concurrency = DEFAULT_CONCURRENCY }: RunOptions): number {
  if (!(concurrency >= 1)) throw new MountError('INPUT_INVALID', 'concurrency must be 1 or more.')
  return concurrency
}

const UNAVAILABLE = `${HEADER} Evidence of workers is unavailable for this call.`

/** Records the end of workers whose process is gone. */
async function endDead(ledger: Store, evidence: Evidence): Promise<void> {
  const { workers } = await evidence.run()
  for (const [i, stream] of workers.entries()) {
    const state = await evidence.worker(i + 1)
    if (state === null || state.at.ended !== null || isAlive(state.process)) continue
    const body: { [key: string]: Json } = { status: 'failed', why: 'its process ended' }
    await ledger.append(stream, [{ kind: 'worker.ended', actor: 'harness', body }])
  }
}

/** True if the process that records a worker is still running, or unknown. */
export const isAlive = (process: { pid: number; start: string } | null): boolean =>
  process === null || processStart(process.pid) === process.start

/** Starts a run. If `thread` is given, it must belong to the same owner. */
export const startRun = Run.start

/** Opens a run again. */
export const openRun = Run.open
