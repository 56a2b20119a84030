import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LedgerError } from '../../ledger/errors.ts'
import { writeDurably } from '../../ledger/stores/files/disk.ts'
import { FileError } from '../command.ts'

/** Files named on the command line. Errors say which file, why, and what to do. */

export const readText = (path: string, remedy: string): string =>
  using('read', path, remedy, () => readFileSync(path, 'utf8'))

export const readBytes = (path: string, remedy: string): Buffer => using('read', path, remedy, () => readFileSync(path))

/** Throws unless it is a readable regular file. */
export function requireReadable(path: string, remedy: string): void {
  using('read', path, remedy, () => accessSync(path, constants.R_OK))
  if (!statSync(path).isFile()) throw new FileError(`Cannot read ${path} (not a regular file). ${remedy}`)
}

/** Throws unless it is a folder. */
export function requireFolder(path: string, remedy: string): void {
  const there = using('read', path, remedy, () => statSync(path))
  if (!there.isDirectory()) throw new FileError(`Cannot work in ${path} (not a folder). ${remedy}`)
}

/** Throws if the path exists or its folder is not writable. */
export function requireNew(path: string): void {
  const remedy = 'Name another file.'
  if (using('write', path, remedy, () => lstatSync(path, { throwIfNoEntry: false })) !== undefined)
    throw new FileError(`${path} already exists (EEXIST) and is not overwritten. ${remedy}`)
  requireDirectory(path)
}

/** Replaces a file atomically and durably; a symlink stays a symlink. */
export function replaceText(path: string, text: string): void {
  using('write', path, WRITABLE, () => writeDurably(realPath(path), text, 0o644))
}

/** Throws unless the path is a regular file, or one can be created there. */
export function requireReplaceable(path: string): void {
  const there = using('write', path, WRITABLE, () => statSync(path, { throwIfNoEntry: false }))
  if (there !== undefined && !there.isFile())
    throw new FileError(`Cannot write ${path} (not a regular file). ${WRITABLE}`)
  requireDirectory(realPath(path))
}

const WRITABLE = 'Name a file in a folder that you can write to.'

const requireDirectory = (path: string): void =>
  using('write', path, WRITABLE, () => accessSync(dirname(path), constants.W_OK | constants.X_OK))

const realPath = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)

/** Runs a file operation; a system error becomes one that says which file, why, and what to do. */
function using<T>(verb: 'read' | 'write', path: string, remedy: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    // A full disk has its own error code.
    if (error instanceof LedgerError && error.code === 'DISK_FULL') throw error
    const system = (error instanceof LedgerError ? error.cause : error) as NodeJS.ErrnoException | undefined
    if (system?.syscall === undefined) throw error
    throw new FileError(`Cannot ${verb} ${path} (${system.code}). ${remedy}`, { cause: error })
  }
}
