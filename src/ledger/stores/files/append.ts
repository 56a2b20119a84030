import { type Prepared, prepareAll } from '../../chain.ts'
import { LedgerError } from '../../errors.ts'
import type { Draft, Receipt } from '../../kinds.ts'
import type { Appended } from '../../store.ts'
import type { Home } from './home.ts'
import { KEY_STREAM, REGISTER } from './layout.ts'
import { isBegun } from './recent.ts'
import { listingOf, register } from './register.ts'
import { listSpool, writeSpool } from './spool.ts'
import { giveBack, takeLock, withLock } from './with-lock.ts'
import { appendLocked, forget, type OpenStreams } from './writer.ts'

/**
 * Appends synchronously. If the lock times out, the entries go to the spool. `beginning` is written first if no process
 * has begun the stream by then.
 */
export function appendSync(
  home: Home,
  stream: string,
  drafts: readonly Draft[],
  beginning: readonly Draft[] = [],
): Appended {
  const all = prepareDrafts(home, stream, [...beginning, ...drafts])
  const lock = takeLock(home, stream)
  const prepared = beginning.length > 0 && hasBeginning(home, stream) ? all.slice(beginning.length) : all
  if (lock === null) return spool(home, stream, prepared)
  const streams: OpenStreams = new Map()
  try {
    return { kind: 'written', receipts: appendUnderLock(home, stream, prepared, streams) }
  } catch (error) {
    return spoolIfLocked(home, stream, prepared, error)
  } finally {
    forget(streams, stream)
    giveBack(lock)
  }
}

/**
 * Runs `act` while nobody else writes to the stream, so that it can append what it decides from the stream's entries.
 * Throws LOCK_TIMEOUT instead of spooling: such a decision must not be chained after entries that it did not see.
 */
export function withStream<T>(home: Home, stream: string, act: (append: (draft: Draft) => void) => T): T {
  return withLock(home, stream, () => {
    if (listSpool(home.dir, stream).length > 0) chainSpool(home, stream)
    const streams: OpenStreams = new Map()
    try {
      return act((draft) => void appendUnderLock(home, stream, prepareDrafts(home, stream, [draft]), streams))
    } finally {
      forget(streams, stream)
    }
  })
}

/** True if the stream has begun, or will when its spool is chained. Reliable only under the stream's lock. */
const hasBeginning = (home: Home, stream: string): boolean =>
  isBegun(home.dir, stream) || listSpool(home.dir, stream).length > 0

/** Streams that only the ledger writes: otherwise a caller could fake the collection of a removed stream. */
const OWN_STREAMS: readonly string[] = [REGISTER, KEY_STREAM]

export function prepareDrafts(home: Home, stream: string, drafts: readonly Draft[]): Prepared[] {
  if (OWN_STREAMS.includes(stream))
    throw new LedgerError('ENTRY_INVALID', `Only the ledger itself writes to ${stream}.`)
  return prepareAll(stream, drafts, home.now().toISOString())
}

/** Appends to a stream whose lock is held; registers the stream if it is new. */
export function appendUnderLock(home: Home, stream: string, prepared: Prepared[], streams: OpenStreams): Receipt[] {
  return appendLocked(home, stream, prepared, streams, {
    add: ({ headWasThere }) => {
      // After an interrupted start, the stream may already be listed. Otherwise a second listing reveals a removal.
      if (!headWasThere || listingOf(home, stream) !== 'open') register(home, stream)
    },
    isCollected: () => listingOf(home, stream) === 'collected',
  })
}

/** Chains the spooled entries of a stream whose lock is held. */
export function chainSpool(home: Home, stream: string): void {
  const streams: OpenStreams = new Map()
  try {
    appendUnderLock(home, stream, [], streams)
  } finally {
    forget(streams, stream)
  }
}

export const spool = (home: Home, stream: string, prepared: Prepared[]): Appended => ({
  kind: 'spooled',
  spool: writeSpool(home, stream, prepared),
})

/** Spools the entries if the register was locked although the stream was not. Rethrows any other error. */
export function spoolIfLocked(home: Home, stream: string, prepared: Prepared[], error: unknown): Appended {
  if (error instanceof LedgerError && error.code === 'LOCK_TIMEOUT') return spool(home, stream, prepared)
  throw error
}
