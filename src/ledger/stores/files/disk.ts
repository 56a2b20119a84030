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

/** Turns a failed file operation into a LedgerError; other errors pass through. */
export function explainDisk(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof syscall !== 'string') return error
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new LedgerError('DISK_FULL', `No space left to write ${path} (${code}). The entries were not recorded.`, {
      cause: error,
    })
  }
  return new LedgerError('HOME_UNUSABLE', `Cannot access ${path} (${syscall}: ${code}).`, { cause: error })
}

/** Writes all of `data` at `position`, continuing after short writes. */
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

/** Returns the size of a regular file, or null if there is none. Anything else at the path is not ours. */
export function fileSize(path: string): number | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.size : null
  } catch (error) {
    if (isAbsence(error)) return null
    throw explainDisk(error, path)
  }
}

/** True if the error means that the path does not exist, or is something we could not have written. */
export const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export const readIfThere = (path: string): Buffer | null =>
  readWhole(path, (fd) => (isSized(fd) ? readFileSync(fd) : readBeginning(fd)))

/** Reads a file as text. For a small file, that costs Node half as much as reading bytes. */
export const readTextIfThere = (path: string): string | null =>
  readWhole(path, (fd) => (isSized(fd) ? readFileSync(fd, 'utf8') : readBeginning(fd).toString('utf8')))

/** Maximum number of bytes to read from a file of size 0: system files report that size, and some never end. */
const UNSIZED_BYTES = 64 << 10
const isSized = (fd: number): boolean => fstatSync(fd).size > 0

function readBeginning(fd: number): Buffer {
  const buffer = Buffer.alloc(UNSIZED_BYTES)
  let done = 0
  for (let got = -1; got !== 0 && done < buffer.length; done += got)
    got = readSync(fd, buffer, done, buffer.length - done, null)
  return buffer.subarray(0, done)
}

/** Opens without blocking: opening a pipe in place of a file would block forever. */
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
 * Reads the regular file at a path. Does not follow a symlink or wait for a pipe, and reads no more than the reported size,
 * since system files may have no size and no end. Errors from opening the file are thrown unchanged.
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

/** Creates a directory that only the owner can access, durably, with its parents. */
export function ensureDir(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  const parent = dirname(path)
  if (parent !== path) ensureDir(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process has just created it.
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

/** Prefix of files that have not been renamed into place yet; `gc` removes abandoned ones. */
export const TEMP_PREFIX = '.tmp-'

/** Writes a file atomically and durably. */
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
