import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readTextIfThere } from '../../ledger/stores/files/disk.ts'

/** The git directory that all worktrees of a repository share. In a linked worktree, `.git` is a file that leads to it. */
export function sharedGitFolder(root: string): string {
  const own = linkedFolder(root)
  if (own === null) return join(root, '.git')
  const common = read(join(own, 'commondir'))?.trim()
  return common === undefined ? own : resolve(own, common)
}

/** The main worktree of a linked one; null for any other folder. Git itself must know the linked one. */
export function mainWorktree(root: string): string | null {
  const own = linkedFolder(root)
  const shared = own === null ? null : sharedGitFolder(root)
  if (own === null || shared === null || basename(shared) !== '.git') return null
  const isKnown = dirname(own) === join(shared, 'worktrees') && read(join(own, 'gitdir'))?.trim() === join(root, '.git')
  return isKnown ? real(dirname(shared)) : null
}

/** The linked worktrees of a repository that still exist. */
export function linkedWorktrees(root: string): string[] {
  const shared = sharedGitFolder(root)
  const folders = namesIn(join(shared, 'worktrees')).flatMap((name) => {
    const file = read(join(shared, 'worktrees', name, 'gitdir'))?.trim()
    return file === undefined || basename(file) !== '.git' ? [] : [dirname(file)]
  })
  return folders.filter((folder) => mainWorktree(folder) !== null)
}

/** True if the index of the repository around a file names it. */
export function isTracked(path: string): boolean {
  for (let top = dirname(path); ; top = dirname(top)) {
    const index = quietly(() => readFileSync(join(linkedFolder(top) ?? join(top, '.git'), 'index')))
    if (index !== null) return isIn(index, path.slice(top.length).replace(/^\//, ''))
    if (top === dirname(top)) return false
  }
}

/** True if an index has an entry with this path: its length stands before it, in the flags or in front of more flags. */
function isIn(index: Buffer, path: string): boolean {
  const entry = Buffer.from(`${path}\0`)
  const length = (entry.length - 1) & 0xff
  for (let at = index.indexOf(entry); at >= 0; at = index.indexOf(entry, at + 1))
    if (index[at - 1] === length || index[at - 3] === length) return true
  return false
}

/** The branch that is checked out, as git writes it (`refs/heads/main`); null if there is none. */
export function currentBranch(root: string): string | null {
  const head = read(join(linkedFolder(root) ?? join(root, '.git'), 'HEAD'))
  return /^ref: (.+)$/.exec((head ?? '').trimEnd())?.[1] ?? null
}

/** The folder that git keeps for a linked worktree; null for any other folder. */
function linkedFolder(root: string): string | null {
  const named = /^gitdir: (.+)$/m.exec(read(join(root, '.git')) ?? '')?.[1]?.trimEnd()
  return named === undefined ? null : resolve(root, named)
}

const read = (path: string): string | null => quietly(() => readTextIfThere(path))
const real = (path: string): string | null => quietly(() => realpathSync.native(path))
const namesIn = (dir: string): string[] => quietly(() => readdirSync(dir)) ?? []

function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
