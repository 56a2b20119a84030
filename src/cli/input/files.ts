import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LedgerError } from '../../ledger/errors.ts'
import { writeDurably } from '../../ledger/stores/files/disk.ts'
import { FileError } from '../command.ts'

/** Files that a person names on the command line; what is wrong with one is theirs to mend. */

export const readText = (path: string, remedy: string): string =>
  using('read', path, remedy, () => readFileSync(path, 'utf8'))

export const readBytes = (path: string, remedy: string): Buffer => using('read', path, remedy, () => readFileSync(path))

/** Refuses what is not there, cannot be read, or is no plain file. */
export function requireReadable(path: string, remedy: string): void {
  using('read', path, remedy, () => accessSync(path, constants.R_OK))
  if (!statSync(path).isFile()) throw new FileError(`Cannot read ${path} (it is no plain file). ${remedy}`)
}

/** Refuses what is no folder. */
export function requireFolder(path: string, remedy: string): void {
  const there = using('read', path, remedy, () => statSync(path))
  if (!there.isDirectory()) throw new FileError(`Cannot work in ${path} (it is no folder). ${remedy}`)
}

/** Refuses a place where something is already, or where nothing can be put. */
export function requireNew(path: string): void {
  const remedy = 'Name another file.'
  if (using('write', path, remedy, () => lstatSync(path, { throwIfNoEntry: false })) !== undefined)
    throw new FileError(`${path} exists already (EEXIST); it is not overwritten. ${remedy}`)
  requireDirectory(path)
}

/** Puts text in place whole or not at all, durably; a link stays a link. */
export function replaceText(path: string, text: string): void {
  using('write', path, WRITABLE, () => writeDurably(realPath(path), text, 0o644))
}

/** Refuses a place where no plain file is or could be. */
export function requireReplaceable(path: string): void {
  const there = using('write', path, WRITABLE, () => statSync(path, { throwIfNoEntry: false }))
  if (there !== undefined && !there.isFile())
    throw new FileError(`Cannot write ${path} (it is no plain file). ${WRITABLE}`)
  requireDirectory(realPath(path))
}

const WRITABLE = 'Name a file in a directory that you can write.'

const requireDirectory = (path: string): void =>
  using('write', path, WRITABLE, () => accessSync(dirname(path), constants.W_OK | constants.X_OK))

const realPath = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)

/** Does something with a file; where the system refuses, says which file, why, and what to do. */
function using<T>(verb: 'read' | 'write', path: string, remedy: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    // A full disk has a code of its own.
    if (error instanceof LedgerError && error.code === 'DISK_FULL') throw error
    const system = (error instanceof LedgerError ? error.cause : error) as NodeJS.ErrnoException | undefined
    if (system?.syscall === undefined) throw error
    throw new FileError(`Cannot ${verb} ${path} (${system.code}). ${remedy}`, { cause: error })
  }
}
