import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { sha256 } from '../../../ledger/digest.ts'
import { pathOf, textOf } from '../names.ts'
import { type FileStat, isSameStat } from '../stat-cache.ts'
import type { RowKind } from '../table.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { steadily } from './steadily.ts'

const { S_IFDIR, S_IFLNK, S_IFMT, S_IFREG, S_IXUSR } = constants
const OR_NOTHING = { throwIfNoEntry: false } as const

/** Stats a path without following symlinks; null if nothing is there. */
export function statOf(path: string): FileStat | null {
  try {
    return lstatSync(pathOf(path), OR_NOTHING) ?? null
  } catch (error) {
    return absentOrThrow(error, path)
  }
}

/** Only regular files and symlinks have content. Returns null for folders, pipes, sockets and devices. */
export function kindOf({ mode }: FileStat): Extract<RowKind, 'file' | 'exec' | 'link'> | null {
  const type = mode & S_IFMT
  if (type === S_IFLNK) return 'link'
  if (type !== S_IFREG) return null
  return (mode & S_IXUSR) === 0 ? 'file' : 'exec'
}

export const isFolder = ({ mode }: FileStat): boolean => (mode & S_IFMT) === S_IFDIR

/** Hashes a symlink's target path; null if the symlink changed meanwhile. */
export function hashLink(path: string, stat: FileStat): string | null {
  if (isFresh(stat)) return null
  try {
    const text = readlinkSync(pathOf(path), { encoding: 'buffer' })
    const after = statOf(path)
    return after !== null && isSameStat(stat, after) ? sha256(text) : null
  } catch (error) {
    return absentOrThrow(error, path)
  }
}

/** Hashes a file's bytes; null if it was replaced, or changed while it was read. */
export const hashFile = (path: string, stat: FileStat, budget: Budget): string | null =>
  // Does not follow symlinks: by now the path may point anywhere.
  withOpen(path, constants.O_NOFOLLOW, (fd) => (isSameStat(stat, fstatSync(fd)) ? hashSteady(fd, budget) : null))

/** Hashes the regular file at a path, following symlinks; null if there is none. */
export const hashBehind = (path: string, budget: Budget): string | null =>
  steadily(path, () => {
    const kind = withOpen(path, 0, (fd) => kindOf(fstatSync(fd)))
    const hash = kind === null ? null : withOpen(path, 0, (fd) => hashSteady(fd, budget))
    return kind !== null && hash === null ? null : { seen: hash }
  })

/** Opens without blocking: opening a pipe would otherwise wait for a writer. */
function withOpen<T>(path: string, flags: number, act: (fd: number) => T | null): T | null {
  try {
    const fd = openSync(pathOf(path), constants.O_RDONLY | constants.O_NONBLOCK | flags)
    try {
      return act(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return absentOrThrow(error, path)
  }
}

/** Returns null if the file changed just before or during the read. */
function hashSteady(fd: number, budget: Budget): string | null {
  const before = fstatSync(fd)
  if (isFresh(before)) return null
  budget.addBytes(before.size)
  const hash = hashOpen(fd, before.size, budget)
  return isSameStat(before, fstatSync(fd)) ? hash : null
}

/** Upper bound on a system clock's tick. A file written in the current tick may be written again and keep its times. */
const TICK_MS = 20

/** True if the file may have changed in the current tick. Times in the future come from another clock and are ignored. */
function isFresh({ ctimeMs }: FileStat): boolean {
  const ageMs = Date.now() - ctimeMs
  return ageMs > -1000 && ageMs < TICK_MS
}

const CHUNK = Buffer.allocUnsafe(1 << 18)

/** Hashes `size` bytes in constant memory; null if the file has fewer. */
function hashOpen(fd: number, size: number, budget: Budget): string | null {
  if (size <= CHUNK.length) return readSync(fd, CHUNK) === size ? sha256(CHUNK.subarray(0, size)) : null
  const hash = createHash('sha256')
  for (let left = size; left > 0; budget.remainingMs()) {
    const got = readSync(fd, CHUNK, 0, Math.min(left, CHUNK.length), null)
    if (got === 0) return null
    hash.update(CHUNK.subarray(0, got))
    left -= got
  }
  return hash.digest('hex')
}

/** Returns null if the file has vanished; throws for any other error, such as missing read permission. */
function absentOrThrow(error: unknown, path: string): null {
  const { code } = error as NodeJS.ErrnoException
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EINVAL'].includes(code ?? '')) return null
  if (error instanceof UnfinishedError || code === undefined) throw error
  throw new UnfinishedError('unreadable', `${textOf(path)} cannot be read (${code}).`, textOf(path))
}
