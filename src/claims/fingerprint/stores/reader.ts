import { folderOf } from '../names.ts'
import { type FileStat, isSettled, type StatCache } from '../stat-cache.ts'
import type { Row, RowKind } from '../table.ts'
import type { Budget } from './budget.ts'
import { hashFile, hashLink, kindOf, statOf } from './content.ts'
import { Folders } from './folders.ts'
import { steadily } from './steadily.ts'

/** Reads files below a root, but for those the cache knows. */
export class Reader {
  count = 0
  readonly #root: string
  readonly #cache: StatCache
  readonly #budget: Budget
  readonly #nowMs: number
  readonly #folders: Folders

  constructor(root: string, cache: StatCache, budget: Budget, nowMs: number) {
    this.#root = root
    this.#cache = cache
    this.#budget = budget
    this.#nowMs = nowMs
    this.#folders = new Folders(root)
  }

  /** What a name stands for; null where that is no file, or is behind a link. */
  read(name: string): Row | null {
    this.#budget.remainingMs()
    if (!this.#folders.isReal(folderOf(name))) return null
    return steadily(name, () => this.#look(name))
  }

  #look(name: string): { seen: Row | null } | null {
    const stat = statOf(`${this.#root}/${name}`)
    const kind = stat === null ? null : kindOf(stat)
    if (stat === null || kind === null) return { seen: null }
    const hash = this.#cache.find(name, stat) ?? this.#hash(name, kind, stat)
    return hash === null ? null : { seen: { name, kind, hash } }
  }

  #hash(name: string, kind: RowKind, stat: FileStat): string | null {
    const path = `${this.#root}/${name}`
    const hash = kind === 'link' ? hashLink(path, stat) : hashFile(path, stat, this.#budget)
    if (hash === null) return null
    this.count++
    if (isSettled(stat, this.#nowMs)) this.#cache.add(name, stat, hash)
    return hash
  }
}
