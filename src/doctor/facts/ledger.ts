import { accessSync, constants, statSync } from 'node:fs'
import { LedgerError } from '../../ledger/errors.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { requireOwnerOnly } from '../../ledger/stores/files/home.ts'
import { listKeys, openKeyring } from '../../ledger/stores/files/keyring.ts'
import { currentKeyPath, DIRS, keyPath } from '../../ledger/stores/files/layout.ts'
import { rotationsOf } from '../../ledger/stores/files/rotations.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../../ledger/stores/files/verify.ts'
import { readPause } from '../../machine/pause.ts'
import type { Pause } from '../../session/pause.ts'

/** A file or folder in the state directory: its owner, its mode, and whether we can use it. */
export type Permission = { path: string; isOurs: boolean; mode: number; isUsable: boolean; isKey: boolean }

/** The state of a ledger, or the reason why it cannot be opened. */
export type LedgerFacts = { home: string } & (
  | { kind: 'absent' }
  | { kind: 'unusable'; code: string; message: string }
  | {
      kind: 'open'
      permissions: Permission[]
      audit: VerifyReport
      pause: Pause | null
      now: Date
      /** Every key that this ledger has used; the current one is last. */
      keys: string[]
    }
)

export async function ledgerFacts(home: string, now: Date): Promise<LedgerFacts> {
  try {
    if (fileSize(currentKeyPath(home)) === null) return { kind: 'absent', home }
    requireOwnerOnly(home)
    const readable: Readable = { dir: home, keyring: openKeyring(home) }
    const current = readable.keyring.current().id
    return {
      kind: 'open',
      home,
      permissions: permissionsOf(home),
      audit: await verifyFiles(home, { artifacts: 'sample' }),
      pause: readPause(readable),
      now,
      keys: [...rotationsOf(readable).order.filter((id) => id !== current), current],
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    return { kind: 'unusable', home, code: error.code, message: error.message }
  }
}

/** Reads permissions that the store itself does not check every time. */
function permissionsOf(home: string): Permission[] {
  const folders = [home, ...[...DIRS, 'bin', 'policy', 'backup'].map((name) => `${home}/${name}`)]
  const keys = listKeys(home).map((id) => keyPath(home, id))
  return [...folders, ...keys].flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return []
    const isKey = keys.includes(path)
    const isOurs = stat.uid === (process.getuid?.() ?? stat.uid)
    return [{ path, isOurs, mode: stat.mode & 0o777, isUsable: isUsable(path, isKey), isKey }]
  })
}

/** Checks the owner's mode bits too, because root passes the access check without them. */
function isUsable(path: string, isKey: boolean): boolean {
  const needed = isKey ? 0o400 : 0o700
  if ((statSync(path).mode & needed) !== needed) return false
  try {
    accessSync(path, isKey ? constants.R_OK : constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
