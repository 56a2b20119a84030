import { spooledEntries } from '../ledger/stores/files/chain-spool.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'

/** The number of spooled entries for these streams. Views include them; the audit does not cover them yet. */
export const countSpooled = (home: Readable, streams: readonly string[]): number =>
  streams.reduce((sum, stream) => sum + spooledEntries(home, stream).length, 0)
