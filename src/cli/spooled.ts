import { spooledEntries } from '../ledger/stores/files/chain-spool.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { plural } from './output.ts'

/** Entries in the spool are told with the others, since the last verdict may be one of them; the audit does not cover them yet. */

/** How many entries of these streams are in the spool. */
export const countSpooled = (home: Readable, streams: readonly string[]): number =>
  streams.reduce((sum, stream) => sum + spooledEntries(home, stream).length, 0)

/** The same for people. */
export const saySpooled = (count: number): string =>
  `${plural(count, 'entry is', 'entries are')} still in the spool, and ${count === 1 ? 'counts' : 'count'}.`
