import { LedgerError } from '../../errors.ts'
import { type Lock, lockWithin, unlock } from '../lock.ts'
import { explainDisk } from './disk.ts'
import type { Home } from './home.ts'
import { lockPath } from './layout.ts'

/** Takes a stream's lock; returns null if it times out. */
export function takeLock(home: Home, stream: string): Lock | null {
  const path = lockPath(home.dir, stream)
  try {
    return lockWithin(path, home.ticket, home.lockWaitMs)
  } catch (error) {
    throw explainDisk(error, path)
  }
}

/** Releases a lock. Never throws: the work is already done, and a leftover lock is replaced once its owner ends. */
export function giveBack(lock: Lock): void {
  try {
    unlock(lock)
  } catch {
    // Other processes wait until their time limit and then spool.
  }
}

/** Runs `act` while holding a stream's lock; throws LOCK_TIMEOUT if the lock times out. */
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
