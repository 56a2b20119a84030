import { setTimeout as sleep } from 'node:timers/promises'
import type { Prepared } from '../../chain.ts'
import type { Receipt } from '../../kinds.ts'
import type { Appended } from '../../store.ts'
import { backoffMs, type Lock, monotonicMs, tryLock } from '../lock.ts'
import { appendUnderLock, spool, spoolIfLocked } from './append.ts'
import { explainDisk } from './disk.ts'
import type { Home } from './home.ts'
import { lockPath } from './layout.ts'
import { giveBack } from './with-lock.ts'
import { forget, type OpenStreams } from './writer.ts'

type Waiting = { prepared: Prepared[]; resolve: (appended: Appended) => void; reject: (error: unknown) => void }

/** Maximum entries and bytes per write and sync; the rest wait for the next one. */
const MAX_GROUP = 1024
const MAX_GROUP_BYTES = 16 << 20

/** Number of commits before the event loop gets a turn. */
const MAX_COMMITS_A_TURN = 8

/** Maximum number of streams kept open between appends; the oldest are closed first. */
const MAX_OPEN_STREAMS = 64

/**
 * Groups a process's appends: those made during an earlier write, or in one turn of the event loop, share a lock, a
 * write and a sync. Each promise resolves only when its entries are durable.
 */
export class GroupCommit {
  readonly #home: Home
  readonly #queues = new Map<string, Waiting[]>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #streams: OpenStreams = new Map()
  #commitsThisTurn = 0

  constructor(home: Home) {
    this.#home = home
  }

  add(stream: string, prepared: Prepared[]): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(stream) ?? []
      queue.push({ prepared, resolve, reject })
      this.#queues.set(stream, queue)
      if (!this.#running.has(stream)) this.#start(stream)
    })
  }

  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
    for (const stream of [...this.#streams.keys()]) forget(this.#streams, stream)
  }

  #start(stream: string): void {
    const turn = this.#soon()
    this.#running.set(
      stream,
      turn.then(() => this.#drain(stream)),
    )
  }

  /**
   * The first few commits in a turn of the event loop run as microtasks, so a caller that awaits one append after
   * another does not pay for a turn each time. Later ones run at the end of the turn, so other work gets a chance and
   * appends accumulate.
   */
  #soon(): Promise<void> {
    if (this.#commitsThisTurn === 0) setImmediate(() => (this.#commitsThisTurn = 0))
    if (this.#commitsThisTurn++ < MAX_COMMITS_A_TURN) return Promise.resolve()
    return new Promise((resolve) => setImmediate(resolve))
  }

  async #drain(stream: string): Promise<void> {
    const queue = this.#queues.get(stream) ?? []
    while (queue.length > 0) await this.#commitNext(stream, queue)
    // Runs synchronously after the last check of the queue, so that the next append starts a new run.
    this.#queues.delete(stream)
    this.#running.delete(stream)
  }

  /** Writes the waiting entries when the lock is free, or spools them after the time limit. */
  async #commitNext(stream: string, queue: Waiting[]): Promise<void> {
    const path = lockPath(this.#home.dir, stream)
    const giveUpAt = monotonicMs() + this.#home.lockWaitMs
    for (let attempt = 0; ; attempt++) {
      const isLate = monotonicMs() > giveUpAt
      if (this.#tryCommit(stream, path, queue, isLate)) return
      await sleep(backoffMs(attempt))
    }
  }

  #tryCommit(stream: string, path: string, queue: Waiting[], isLate: boolean): boolean {
    let lock: Lock | null = null
    try {
      lock = tryLock(path, this.#home.ticket)
    } catch (error) {
      for (const { reject } of takeGroup(queue)) reject(explainDisk(error, path))
      return true
    }
    if (lock !== null) this.#write(stream, takeGroup(queue), lock)
    else if (isLate) {
      const group = takeGroup(queue)
      settle(group, () => spool(this.#home, stream, entriesOf(group)))
    }
    return lock !== null || isLate
  }

  #write(stream: string, group: Waiting[], lock: Lock): void {
    const prepared = entriesOf(group)
    settle(group, () => {
      try {
        return { kind: 'written', receipts: appendUnderLock(this.#home, stream, prepared, this.#streams) }
      } catch (error) {
        return spoolIfLocked(this.#home, stream, prepared, error)
      } finally {
        giveBack(lock)
        this.#closeOldest()
      }
    })
  }

  #closeOldest(): void {
    for (const stream of this.#streams.keys()) {
      if (this.#streams.size <= MAX_OPEN_STREAMS) return
      forget(this.#streams, stream)
    }
  }
}

const entriesOf = (group: Waiting[]): Prepared[] => {
  const entries: Prepared[] = []
  for (const { prepared } of group) entries.push(...prepared)
  return entries
}

function takeGroup(queue: Waiting[]): Waiting[] {
  let entries = 0
  let bytes = 0
  const fits = queue.findIndex(({ prepared }, i) => {
    entries += prepared.length
    bytes += sizeOf(prepared)
    return i > 0 && (entries > MAX_GROUP || bytes > MAX_GROUP_BYTES)
  })
  return queue.splice(0, fits === -1 ? queue.length : fits)
}

const sizeOf = (prepared: Prepared[]): number => prepared.reduce((sum, { beforePrev }) => sum + beforePrev.length, 0)

/** Runs the append for a group and settles the promise of each member. */
function settle(group: Waiting[], append: () => Appended): void {
  try {
    const appended = append()
    let from = 0
    for (const { prepared, resolve } of group) {
      resolve(
        appended.kind === 'spooled' ? appended : { kind: 'written', receipts: part(appended.receipts, from, prepared) },
      )
      from += prepared.length
    }
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

const part = (receipts: Receipt[], from: number, prepared: Prepared[]): Receipt[] =>
  receipts.slice(from, from + prepared.length)
