import { sha256 } from '../../../ledger/digest.ts'
import { folderOf, textOf } from '../names.ts'
import { PASSED_OVER } from '../passed-over.ts'
import { type FileStat, isSettled, type StatCache } from '../stat-cache.ts'
import type { Row, RowKind } from '../table.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { hashFile, hashLink, isFolder, kindOf, statOf } from './content.ts'
import { Folders } from './folders.ts'
import { listBehind } from './linked-folders.ts'
import type { Links } from './links.ts'
import { steadily } from './steadily.ts'

type ReaderWorld = {
  root: string
  cache: StatCache
  budget: Budget
  links: Links
  nowMs: number
  isSelected: (name: string) => boolean
}

/** Reads files below a root and their symlink targets, unless they are cached. */
export class Reader {
  count = 0
  readonly rows: Row[] = []
  readonly passedOver: string[] = []
  readonly #world: ReaderWorld
  readonly #folders: Folders

  constructor(world: ReaderWorld) {
    this.#world = world
    this.#folders = new Folders(world.root)
  }

  /**
   * Adds a row for the name if it is a file. If the name is inside a symlinked folder, returns that symlink, which the caller
   * then treats as listed even if it is ignored.
   */
  read(name: string): string | null {
    const { root, budget } = this.#world
    budget.remainingMs()
    const folder = folderOf(name)
    if (!this.#folders.isReal(folder)) return this.#folders.linkAt(folder)
    const path = `${root}/${name}`
    if (this.#add(name, path) === 'link') this.#addBehind(name, path)
    return null
  }

  /** Adds a row if the name is selected; returns its kind in any case. */
  #add(name: string, path: string): RowKind | null {
    const { cache, isSelected } = this.#world
    if (isSelected(name)) {
      const row = steadily(name, () => this.#look(name, path))
      if (row !== null) this.rows.push(row)
      return row?.kind ?? null
    }
    const stat = statOf(path)
    const kind = stat === null ? null : kindOf(stat)
    cache.retain(name)
    if (kind === 'link') cache.retain(behind(name))
    return kind
  }

  /** Adds the files in a symlinked folder, with names below the symlink's. */
  #addBehind(link: string, path: string): void {
    const { links, budget } = this.#world
    const target = links.at(path)
    if (target.kind === 'large') this.passedOver.push(textOf(link))
    if (target.kind !== 'folder') return
    const isPassedOver = PASSED_OVER.has(link.slice(link.lastIndexOf('/') + 1))
    const found = isPassedOver ? null : listBehind(target.path, links.isElsewhere, budget)
    if (found === null) return void this.passedOver.push(textOf(link))
    for (const name of found.passedOver) this.passedOver.push(textOf(`${link}/${name}`))
    for (const name of found.names) this.#addBelow(`${link}/${name}`, `${target.path}/${name}`)
  }

  /** Does not follow symlinks to folders, which could form a cycle. */
  #addBelow(name: string, path: string): void {
    const { links, budget } = this.#world
    budget.addFile()
    if (this.#add(name, path) !== 'link') return
    const { kind } = links.at(path)
    if (kind === 'folder' || kind === 'large') this.passedOver.push(textOf(name))
  }

  #look(name: string, path: string): { seen: Row | null } | null {
    const stat = statOf(path)
    const kind = stat === null ? null : kindOf(stat)
    if (stat === null || (kind === null && isFolder(stat))) return { seen: null }
    // A pipe, socket or device may return different content on every read.
    if (kind === null)
      throw new UnfinishedError('unreadable', `${textOf(name)} is a pipe, a socket or a device.`, textOf(name))
    const own = this.#hash(name, path, kind, stat)
    const hash = own !== null && kind === 'link' ? this.#withTarget(name, path, own) : own
    return hash === null ? null : { seen: { name, kind, hash } }
  }

  /** Combines a symlink's hash with that of its target, if the target is a regular file. */
  #withTarget(name: string, path: string, own: string): string | null {
    const target = this.#world.links.at(path)
    if (target.kind !== 'file') return own
    const content = this.#hash(behind(name), target.path, target.mode, target.stat)
    // A target path cannot contain a NUL, so no dangling symlink has this hash.
    return content === null ? null : sha256(`${own}\0${target.mode}\0${content}`)
  }

  #hash(name: string, path: string, kind: RowKind, stat: FileStat): string | null {
    const { cache, budget, nowMs } = this.#world
    const known = cache.find(name, stat)
    if (known !== null) return known
    const hash = kind === 'link' ? hashLink(path, stat) : hashFile(path, stat, budget)
    if (hash === null) return null
    this.count++
    if (isSettled(stat, nowMs)) cache.add(name, stat, hash)
    return hash
  }
}

/** The cache key of a symlink's target file; no file can have this name. */
const behind = (link: string): string => `${link}/`
