import { setTimeout as sleep } from 'node:timers/promises'
import type { Prepared } from '../../chain.ts'
import type { Receipt } from '../../kinds.ts'
import type { Appended } from '../../store.ts'
import { backoffMs, tryLock, unlock } from '../lock.ts'
import { appendUnderLock, spool, spoolIfLocked } from './append.ts'
import type { Home } from './home.ts'
import { lockPath } from './layout.ts'
import { forget, type OpenStreams } from './writer.ts'

type Waiting = { prepared: Prepared[]; resolve: (appended: Appended) => void; reject: (error: unknown) => void }

/** One write and one sync at most so many entries; the rest go with the next. */
const MAX_GROUP = 1024

/** A process that appends to many streams keeps only the latest ones open. */
const MAX_OPEN_STREAMS = 64

/**
 * Gathers the appends of one process: those made while an earlier group is being written, or in one turn of the event
 * loop, share a lock, a write and a sync. Each promise resolves only when its entries are durable.
 */
export class GroupCommit {
  readonly #home: Home
  readonly #queues = new Map<string, Waiting[]>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #streams: OpenStreams = new Map()

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
    const done = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#drain(stream))
      .finally(() => this.#running.delete(stream))
    this.#running.set(stream, done)
  }

  async #drain(stream: string): Promise<void> {
    const queue = this.#queues.get(stream) ?? []
    while (queue.length > 0) {
      const locked = await this.#lock(stream)
      const group = takeGroup(queue)
      if (locked) this.#write(stream, group)
      else settle(group, () => spool(this.#home, stream, entriesOf(group)))
    }
    this.#queues.delete(stream)
  }

  async #lock(stream: string): Promise<boolean> {
    const path = lockPath(this.#home.dir, stream)
    const giveUpAt = performance.now() + this.#home.lockWaitMs
    for (let attempt = 0; !tryLock(path, this.#home.ticket); attempt++) {
      if (performance.now() > giveUpAt) return false
      await sleep(backoffMs(attempt))
    }
    return true
  }

  #write(stream: string, group: Waiting[]): void {
    const prepared = entriesOf(group)
    settle(group, () => {
      try {
        return { kind: 'written', receipts: appendUnderLock(this.#home, stream, prepared, this.#streams) }
      } catch (error) {
        return spoolIfLocked(this.#home, stream, prepared, error)
      } finally {
        unlock(lockPath(this.#home.dir, stream), this.#home.ticket)
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

const entriesOf = (group: Waiting[]): Prepared[] => group.flatMap((waiting) => waiting.prepared)

function takeGroup(queue: Waiting[]): Waiting[] {
  let entries = 0
  const fits = queue.findIndex((waiting, i) => {
    entries += waiting.prepared.length
    return i > 0 && entries > MAX_GROUP
  })
  return queue.splice(0, fits === -1 ? queue.length : fits)
}

/** Runs the append for a group and tells everyone in it what became of theirs. */
function settle(group: Waiting[], append: () => Appended): void {
  try {
    const appended = append()
    let from = 0
    for (const { prepared, resolve } of group) {
      resolve(appended.kind === 'spooled' ? appended : { kind: 'written', receipts: part(appended.receipts, from, prepared) })
      from += prepared.length
    }
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

const part = (receipts: Receipt[], from: number, prepared: Prepared[]): Receipt[] =>
  receipts.slice(from, from + prepared.length)
