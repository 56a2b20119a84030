import { isUtf8 } from 'node:buffer'
import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { sha256 } from '../../ledger/digest.ts'
import { isAbsence, readIfThere, readPlain } from '../../ledger/stores/files/disk.ts'
import { reasonOf } from './reason.ts'

/** The state of a path, as the file sensor shows it. `content` compares with the target state of the file driver. */
export type FileState =
  | { exists: false }
  | { exists: true; content: string }
  /** A file that is not UTF-8 text. */
  | { exists: true; sha256: string; bytes: number }
  | { exists: true; symlink: string }
  | { exists: true; kind: 'folder' | 'special' }

/** Larger files are not read. */
const MAX_FILE_BYTES = 64 << 20

/** Reads the state of a path without following a symlink at its end. Throws if it is unreadable. */
export function fileState(path: string): FileState {
  try {
    const stat = statOf(path)
    if (stat === null) return { exists: false }
    if (stat.isSymbolicLink()) return { exists: true, symlink: readlinkSync(path) }
    if (!stat.isFile()) return { exists: true, kind: stat.isDirectory() ? 'folder' : 'special' }
    const bytes = bytesOf(path)
    if (isUtf8(bytes)) return { exists: true, content: bytes.toString('utf8') }
    return { exists: true, sha256: sha256(bytes), bytes: bytes.length }
  } catch (error) {
    throw new Error(`Cannot read ${path}: ${reasonOf(error)}.`, { cause: error })
  }
}

function bytesOf(path: string): Buffer {
  const read = readPlain(path, MAX_FILE_BYTES)
  if (read.kind === 'too-large') throw new Error(`it is larger than ${MAX_FILE_BYTES >> 20} MiB`)
  if (read.kind !== 'read') throw new Error('it changed while it was read')
  // System files have no size, but content.
  return read.bytes.length > 0 ? read.bytes : (readIfThere(path) ?? read.bytes)
}

/** Returns what is at a path, or null. Does not follow a symlink at its end. */
export function statOf(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}
