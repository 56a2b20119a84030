import { folderOf, textOf } from '../names.ts'
import { type FileStat, isSettled, type StatCache } from '../stat-cache.ts'
import type { Row, RowKind } from '../table.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { hashFile, hashLink, kindOf, statOf } from './content.ts'
import { Folders } from './folders.ts'

/** A file that is written to at this moment gets time to be finished. */
const ATTEMPTS = 4
const PAUSE_MS = 25

/** Reads files below a root, but for those the cache knows. */
export class Reader {
  count = 0
  readonly #root: string
  readonly #cache: StatCache
  readonly #budget: Budget
  readonly #nowNs: bigint
  readonly #folders: Folders

  constructor(root: string, cache: StatCache, budget: Budget, nowNs: bigint) {
    this.#root = root
    this.#cache = cache
    this.#budget = budget
    this.#nowNs = nowNs
    this.#folders = new Folders(root)
  }

  /** What a name stands for; null where that is no file, or is behind a link. */
  read(name: string): Row | null {
    if (!this.#folders.isReal(folderOf(name))) return null
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const stat = statOf(`${this.#root}/${name}`)
      const kind = stat === null ? null : kindOf(stat)
      if (stat === null || kind === null) return null
      const hash = this.#cache.find(name, stat) ?? this.#hash(name, kind, stat)
      if (hash !== null) return { name, kind, hash }
      if (attempt < ATTEMPTS) sleep(PAUSE_MS)
    }
    throw new UnfinishedError('changing', `${textOf(name)} changes while it is read.`, textOf(name))
  }

  #hash(name: string, kind: RowKind, stat: FileStat): string | null {
    const path = `${this.#root}/${name}`
    const hash = kind === 'link' ? hashLink(path, stat) : hashFile(path, stat, this.#budget)
    this.count++
    if (hash !== null && isSettled(stat, this.#nowNs)) this.#cache.add(name, stat, hash)
    return hash
  }
}

const sleep = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
