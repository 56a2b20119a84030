import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs'
import { pathOf, textOf } from '../names.ts'
import { RULE_FILE } from '../rule-files.ts'
import type { FileStat } from '../stat-cache.ts'
import { UnfinishedError } from '../unfinished.ts'
import { isFolder, kindOf, statOf } from './content.ts'
import { steadily } from './steadily.ts'

/** The target of a symlink, as far as it affects the fingerprint. `path` contains no symlinks. */
export type Target =
  | { kind: 'file'; path: string; stat: FileStat; mode: 'file' | 'exec' }
  | { kind: 'folder'; path: string }
  /** A file above the size limit for symlink targets. */
  | { kind: 'large' }
  /** Nothing; a pipe, socket or device; the state directory; an unusable target; or a folder that already has rows. */
  | { kind: 'none' }

/** Larger targets are skipped: data is often symlinked because it is large. */
export const MAX_BEHIND_BYTES = 256 << 20

/** Follows symlinks out of a workspace. `names` are the workspace's listed files and the paths where ignore rules may be. */
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

  /** True for the workspace itself, which has its own rows, and the state directory, which must have none. */
  isElsewhere = (path: string): boolean => path === this.#root || path === this.#home

  /** True if the folder contains a listed file at any depth; `names` then contains an ignore-rule path for it. */
  #holdsListed(path: string): boolean {
    if (!isWithin(path, this.#root)) return false
    return this.#names.has(`${path}/${RULE_FILE}`.slice(this.#root.length + 1))
  }
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

type Reached = { path: string; stat: FileStat | null } | { path: null; stat: null }

/** The target path of a symlink and its stat; null if the two do not match and the caller should look again. */
function lookBehind(link: string): { seen: Reached } | null {
  const path = realPathOf(link)
  const [named, reached] = [path === null ? null : statOf(path), statBehind(link)]
  if (reached === null || !(reached.isFile() || reached.isDirectory()))
    return { seen: path === null ? { path, stat: null } : { path, stat: named } }
  if (path === null)
    throw new UnfinishedError(
      'unreadable',
      `${textOf(link)} points to a file without a path, such as a deleted one.`,
      textOf(link),
    )
  return named !== null && named.dev === reached.dev && named.ino === reached.ino
    ? { seen: { path, stat: named } }
    : null
}

/** Stats the file that programs reach through a symlink, even if it has no path because it was deleted while open. */
function statBehind(link: string): Stats | null {
  try {
    return statSync(pathOf(link), { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** Returns null if the symlink is dangling, circular, or its target is not accessible. */
function realPathOf(link: string): string | null {
  try {
    return realpathSync.native(pathOf(link), { encoding: 'latin1' })
  } catch {
    return null
  }
}

/** True if a check could use the path. Throws if it can be used but not read, since it could then change unnoticed. */
export function isUsable(path: string, stat: FileStat): boolean {
  const [mayRead, mayEnter] = [may(path, constants.R_OK), may(path, constants.X_OK)]
  if (mayEnter && !mayRead)
    throw new UnfinishedError(
      'unreadable',
      `${textOf(path)} is the target of a symlink and can be used but not read.`,
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
