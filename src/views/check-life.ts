import { lifeOf } from '../ledger/stores/lock.ts'
import type { Checking } from '../session/state.ts'

/** True if checks in the background will never report: their process is gone, or cannot be seen from here and is overdue. */
export function isInterrupted({ process, until }: Checking, now: Date): boolean {
  const life = process === null ? 'dead' : lifeOf(process)
  return life === 'dead' || (life === 'elsewhere' && until < now.toISOString())
}
