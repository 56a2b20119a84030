import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import { isObject } from '../../ledger/kinds.ts'
import { ensureDir, isAbsence, readIfThere, readTextIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import { InstallError } from './errors.ts'
import type { SettingsScope } from './hooks.ts'

/** A file of git with a line of ours: what it ignores, or what it runs after a checkout. */
export type LinePart = 'exclude' | 'checkout'

/** Our part of a file: hooks, a host's approval of them, or a line in a file of git. */
export type Part = 'hooks' | 'trust' | LinePart

/**
 * The record of one file that we changed: a folder under `backup/` with the file's original bytes and the hash of what we
 * wrote. Uninstalling restores those bytes if the file has not changed since.
 */
export type Backup = {
  host: string
  scope: SettingsScope
  project: string
  path: string
  part: Part
  /** The hash of the original; null if there was no file. */
  originalSha256: string | null
  writtenSha256: string
  /** Folders created for the file. */
  folders: string[]
}

/** A backup with the original itself; null if there was no file. */
export type Kept = Backup & { original: Buffer | null }

const RECORD = 'record.json'
const ORIGINAL = 'original'

const backupsDir = (home: string): string => join(home, 'backup')

const dirOf = (home: string, target: string): string => join(backupsDir(home), sha256(target).slice(0, 32))

/** Writes the original first: an interruption after that loses nothing. */
export function keepBackup(home: string, target: string, { original, ...backup }: Kept): void {
  const dir = dirOf(home, target)
  ensureDir(dir)
  if (original !== null) writeDurably(join(dir, ORIGINAL), original, 0o600)
  writeDurably(join(dir, RECORD), `${JSON.stringify({ v: 1, target, ...backup })}\n`, 0o600)
}

export function findBackup(home: string, target: string): Kept | null {
  const dir = dirOf(home, target)
  const record = readRecord(dir)
  if (record === null) return null
  const original = record.originalSha256 === null ? null : readIfThere(join(dir, ORIGINAL))
  if (record.originalSha256 !== null && (original === null || sha256(original) !== record.originalSha256)) {
    throw new InstallError(
      'BACKUP_DAMAGED',
      `${join(dir, ORIGINAL)} is not the original of ${record.path}: its hash differs.`,
    )
  }
  return { ...record, original }
}

export const dropBackup = (home: string, target: string): void =>
  rmSync(dirOf(home, target), { recursive: true, force: true })

/** Every file that we changed and have not restored. */
export function listBackups(home: string): Backup[] {
  return namesIn(backupsDir(home)).flatMap((name) => readRecord(join(backupsDir(home), name)) ?? [])
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort()
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

function readRecord(dir: string): Backup | null {
  const text = readTextIfThere(join(dir, RECORD))
  if (text === null) return null
  try {
    const record: unknown = JSON.parse(text)
    if (isObject(record) && typeof record['path'] === 'string') return record as Backup
  } catch {
    // Reported below.
  }
  throw new InstallError('BACKUP_DAMAGED', `${join(dir, RECORD)} is unreadable.`)
}
