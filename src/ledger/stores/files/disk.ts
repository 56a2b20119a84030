import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { LedgerError } from '../../errors.ts'

/** Turns a failed file operation into the ledger's words; other errors pass through. */
export function explainDisk(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof syscall !== 'string') return error
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new LedgerError('DISK_FULL', `No space left to write ${path} (${code}). Nothing was acknowledged.`, {
      cause: error,
    })
  }
  return new LedgerError('HOME_UNUSABLE', `Cannot access ${path} (${syscall}: ${code}).`, { cause: error })
}

/** Writes all of `data` at `position`; a write cut short is carried on or throws. */
export function writeAll(fd: number, data: Uint8Array, position: number): void {
  for (let done = 0; done < data.length; ) {
    done += writeSync(fd, data, done, data.length - done, position + done)
  }
}

/** Reads up to `length` bytes from `position`; shorter only at the end of the file. */
export function readAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const got = readSync(fd, buffer, done, length - done, position + done)
    if (got === 0) break
    done += got
  }
  return buffer.subarray(0, done)
}

/** The size of a file, or null where there is none. What is no plain file is none: it holds nothing of ours. */
export function fileSize(path: string): number | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.size : null
  } catch (error) {
    if (isAbsence(error)) return null
    throw explainDisk(error, path)
  }
}

/** Whether nothing is where we looked, or nothing we could have put there. */
export const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export const readIfThere = (path: string): Buffer | null =>
  readWhole(path, (fd) => (isSized(fd) ? readFileSync(fd) : readBeginning(fd)))

/** As text. Node reads a small file that way at half the cost. */
export const readTextIfThere = (path: string): string | null =>
  readWhole(path, (fd) => (isSized(fd) ? readFileSync(fd, 'utf8') : readBeginning(fd).toString('utf8')))

/** Files of the system's own have no size, and some no end: of those only a beginning is read. */
const UNSIZED_BYTES = 64 << 10
const isSized = (fd: number): boolean => fstatSync(fd).size > 0

function readBeginning(fd: number): Buffer {
  const buffer = Buffer.alloc(UNSIZED_BYTES)
  let done = 0
  for (let got = -1; got !== 0 && done < buffer.length; done += got)
    got = readSync(fd, buffer, done, buffer.length - done, null)
  return buffer.subarray(0, done)
}

/** Does not wait: where somebody put a pipe in place of a file, opening it would take for ever. */
function readWhole<T>(path: string, read: (fd: number) => T): T | null {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return read(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (isAbsence(error)) return null
    throw explainDisk(error, path)
  }
}

export type Plain = { kind: 'read'; bytes: Buffer } | { kind: 'no-file' | 'too-large' }

/**
 * What stands at a path itself: no link is followed, no pipe waited for, and no more read than the file is said to hold, since
 * files of the system's own have no size and no end. What keeps it from being opened is thrown as it is.
 */
export function readPlain(path: string, maxBytes: number): Plain {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return { kind: 'no-file' }
    return stat.size > maxBytes ? { kind: 'too-large' } : { kind: 'read', bytes: readAt(fd, 0, stat.size) }
  } finally {
    closeSync(fd)
  }
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw explainDisk(error, path)
  }
}

/** Makes a directory owner-only, and its name durable. */
export function ensureDir(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  const parent = dirname(path)
  if (parent !== path) ensureDir(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Made by another process in this moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  syncDir(parent)
}

export function syncDir(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** What the names of files begin with that are not in place yet; `gc` removes those that never will be. */
export const TEMP_PREFIX = '.tmp-'

/** Puts a file in place whole or not at all, and durably. */
export function writeDurably(path: string, data: Uint8Array | string, mode: number): void {
  const temp = join(dirname(path), `${TEMP_PREFIX}${randomBytes(8).toString('hex')}`)
  try {
    const fd = openSync(temp, 'wx', mode)
    try {
      writeAll(fd, typeof data === 'string' ? Buffer.from(data) : data, 0)
      fdatasyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temp, path)
    syncDir(dirname(path))
  } catch (error) {
    removeIfThere(temp)
    throw explainDisk(error, path)
  }
}
