import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
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
    return new LedgerError('DISK_FULL', `No space left to write ${path} (${code}). Nothing was acknowledged.`, { cause: error })
  }
  return new LedgerError('HOME_UNUSABLE', `Cannot use ${path} (${syscall}: ${code}).`, { cause: error })
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

export const fileSize = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null

export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw explainDisk(error, path)
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
  mkdirSync(path, { recursive: true, mode: 0o700 })
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

/** Puts a file in place whole or not at all, and durably. */
export function writeDurably(path: string, data: Uint8Array | string, mode: number): void {
  const temp = join(dirname(path), `.tmp-${randomBytes(8).toString('hex')}`)
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
