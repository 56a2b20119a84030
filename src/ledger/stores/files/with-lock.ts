import { LedgerError } from '../../errors.ts'
import { type Lock, lockWithin, unlock } from '../lock.ts'
import { explainDisk } from './disk.ts'
import type { Home } from './home.ts'
import { lockPath } from './layout.ts'

/** Takes a stream's lock; null where it cannot be had in time. */
export function takeLock(home: Home, stream: string): Lock | null {
  const path = lockPath(home.dir, stream)
  try {
    return lockWithin(path, home.ticket, home.lockWaitMs)
  } catch (error) {
    throw explainDisk(error, path)
  }
}

/** Never fails: what was done under the lock is done, and a lock left behind goes with its owner. */
export function giveBack(lock: Lock): void {
  try {
    unlock(lock)
  } catch {
    // Others wait no longer than they are allowed to, and then spool.
  }
}

/** Acts while holding a stream's lock; throws LOCK_TIMEOUT where it cannot be had in time. */
export function withLock<T>(home: Home, stream: string, act: () => T): T {
  const lock = takeLock(home, stream)
  if (lock === null) {
    throw new LedgerError(
      'LOCK_TIMEOUT',
      `${stream} stayed locked for ${home.lockWaitMs} ms. Nothing was lost; try again.`,
    )
  }
  try {
    return act()
  } finally {
    giveBack(lock)
  }
}
