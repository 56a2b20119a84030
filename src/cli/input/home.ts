import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LedgerError } from '../../ledger/errors.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { closeHome, type Home, requireOwnerOnly } from '../../ledger/stores/files/home.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'

/** Opens an existing ledger for reading; creates nothing. */
export function openToRead(dir: string): Readable {
  requireLedger(dir)
  requireOwnerOnly(dir)
  return { dir, keyring: openKeyring(dir) }
}

/** Opens an existing ledger for writing, and closes it afterwards. */
export async function withHome<T>(dir: string, act: (home: Home) => Promise<T> | T): Promise<T> {
  requireLedger(dir)
  const home = openFiles(dir)
  try {
    return await act(home)
  } finally {
    closeHome(home)
  }
}

/** Throws if the ledger cannot be created or written there, before anything else is done. */
export function requireRoomForLedger(dir: string): void {
  const folder = nearestThere(dir)
  const why = whyUnusable(folder)
  if (why === null) return
  const next = 'Check its owner and permissions, or choose another place with --home <dir> or BAILIFF_HOME.'
  throw new LedgerError('HOME_UNUSABLE', `The state directory ${dir} cannot be used: ${folder} ${why}. ${next}`)
}

const nearestThere = (path: string): string => (existsSync(path) ? path : nearestThere(dirname(path)))

function whyUnusable(path: string): string | null {
  if (!statSync(path).isDirectory()) return 'is not a folder'
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return 'is not writable'
  }
}

export function requireLedger(dir: string): void {
  if (fileSize(currentKeyPath(dir)) === null) {
    throw new LedgerError(
      'HOME_EMPTY',
      `No ledger in ${dir}. "bailiff init" creates one. If yours is elsewhere, set BAILIFF_HOME or pass --home.`,
    )
  }
}
