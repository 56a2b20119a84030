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

export function requireLedger(dir: string): void {
  if (fileSize(currentKeyPath(dir)) === null) {
    throw new LedgerError(
      'HOME_EMPTY',
      `No ledger in ${dir}. "bailiff init" creates one. If yours is elsewhere, set BAILIFF_HOME or pass --home.`,
    )
  }
}
