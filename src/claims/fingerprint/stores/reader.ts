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

/** Reads files below a root, and what their links lead to, but for what the cache knows. */
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
   * Adds what a name stands for, if that is a file. Where it is behind a link, the answer is that link, which counts then
   * like a name that was listed, even if it is ignored.
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

  /** Adds a row if the name is selected, and says what is there in any case. */
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

  /** What is in a folder that a link leads to, by names below that of the link. */
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

  /** Links to folders end here: whoever follows them all may walk in circles. */
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
    // What it gives to one who reads, nobody else can tell.
    if (kind === null)
      throw new UnfinishedError('unreadable', `${textOf(name)} is a pipe, a socket or a device.`, textOf(name))
    const own = this.#hash(name, path, kind, stat)
    const hash = own !== null && kind === 'link' ? this.#withTarget(name, path, own) : own
    return hash === null ? null : { seen: { name, kind, hash } }
  }

  /** The hash of a link, and of the plain file that it leads to. */
  #withTarget(name: string, path: string, own: string): string | null {
    const target = this.#world.links.at(path)
    if (target.kind !== 'file') return own
    const content = this.#hash(behind(name), target.path, target.mode, target.stat)
    // With a NUL, which no link can say: none that leads nowhere has this hash.
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

/** Under which name the cache knows the file that a link leads to: no file is called so. */
const behind = (link: string): string => `${link}/`
