import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs'
import { pathOf, textOf } from '../names.ts'
import { RULE_FILE } from '../rule-files.ts'
import type { FileStat } from '../stat-cache.ts'
import { UnfinishedError } from '../unfinished.ts'
import { isFolder, kindOf, statOf } from './content.ts'
import { steadily } from './steadily.ts'

/** What a link leads to, as far as that counts. `path` has no links in it. */
export type Target =
  | { kind: 'file'; path: string; stat: FileStat; mode: 'file' | 'exec' }
  | { kind: 'folder'; path: string }
  /** A file that is too large to be read for the sake of a link. */
  | { kind: 'large' }
  /** Nothing, a pipe, socket or device, the state directory, what nobody here can use, and folders that have rows anyway. */
  | { kind: 'none' }

/** Data is often linked to because it is large. */
export const MAX_BEHIND_BYTES = 256 << 20

/** Follows links out of a workspace. `names` are those that are listed in it, with the places of their ignore rules. */
export class Links {
  readonly #root: string
  readonly #home: string
  readonly #names: ReadonlySet<string>

  constructor(root: string, home: string, names: ReadonlySet<string>) {
    this.#root = root
    this.#home = home
    this.#names = names
  }

  at(link: string): Target {
    const { path, stat } = steadily(link, () => lookBehind(link))
    if (path === null || stat === null || isWithin(path, this.#home)) return { kind: 'none' }
    if (isFolder(stat))
      return this.#holdsListed(path) || !isUsable(path, stat) ? { kind: 'none' } : { kind: 'folder', path }
    const mode = kindOf(stat)
    if (mode === null || mode === 'link' || !isUsable(path, stat)) return { kind: 'none' }
    return stat.size > MAX_BEHIND_BYTES ? { kind: 'large' } : { kind: 'file', path, stat, mode }
  }

  /** Whether a folder has its own rows, or must have none: the workspace itself and the state directory. */
  isElsewhere = (path: string): boolean => path === this.#root || path === this.#home

  /** A folder that holds a listed file, or is above one, is a place where ignore rules may stand. */
  #holdsListed(path: string): boolean {
    if (!isWithin(path, this.#root)) return false
    return this.#names.has(`${path}/${RULE_FILE}`.slice(this.#root.length + 1))
  }
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

type Reached = { path: string; stat: FileStat | null } | { path: null; stat: null }

/** The path of what a link leads to, and what is there; null where those are not the same, so that it has to be looked at again. */
function lookBehind(link: string): { seen: Reached } | null {
  const path = realPathOf(link)
  const [named, reached] = [path === null ? null : statOf(path), statBehind(link)]
  if (reached === null || !(reached.isFile() || reached.isDirectory()))
    return { seen: path === null ? { path, stat: null } : { path, stat: named } }
  if (path === null)
    throw new UnfinishedError('unreadable', `${textOf(link)} leads to what has no name here.`, textOf(link))
  return named !== null && named.dev === reached.dev && named.ino === reached.ino
    ? { seen: { path, stat: named } }
    : null
}

/** What programs reach by a link, whatever it is called: one that was removed and is still open has no name. */
function statBehind(link: string): Stats | null {
  try {
    return statSync(pathOf(link), { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** Null where a link leads nowhere, round in a circle, or to where nobody here may go. */
function realPathOf(link: string): string | null {
  try {
    return realpathSync.native(pathOf(link), { encoding: 'latin1' })
  } catch {
    return null
  }
}

/** Whether a check could make use of it. What can be used but not looked at could change unseen, so that is said. */
export function isUsable(path: string, stat: FileStat): boolean {
  const [mayRead, mayEnter] = [may(path, constants.R_OK), may(path, constants.X_OK)]
  if (mayEnter && !mayRead)
    throw new UnfinishedError(
      'unreadable',
      `${textOf(path)} is behind a link, and can be used but not read.`,
      textOf(path),
    )
  return isFolder(stat) ? mayEnter : mayRead
}

function may(path: string, access: number): boolean {
  try {
    accessSync(pathOf(path), access)
    return true
  } catch {
    return false
  }
}
