import { LedgerError } from '../../errors.ts'
import { lockWithin, unlock } from '../lock.ts'
import type { Home } from './home.ts'
import { lockPath } from './layout.ts'

/** Acts while holding a stream's lock; throws LOCK_TIMEOUT where it cannot be had in time. */
export function withLock<T>(home: Home, stream: string, act: () => T): T {
  const lock = lockWithin(lockPath(home.dir, stream), home.ticket, home.lockWaitMs)
  if (lock === null) {
    throw new LedgerError('LOCK_TIMEOUT', `${stream} stayed locked for ${home.lockWaitMs} ms. Nothing was lost; try again.`)
  }
  try {
    return act()
  } finally {
    unlock(lock)
  }
}
