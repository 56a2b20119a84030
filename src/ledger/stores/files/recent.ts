import type { CheckSeal } from '../../chain.ts'
import type { Entry } from '../../kinds.ts'
import { spooledEntries } from './chain-spool.ts'
import { fileSize } from './disk.ts'
import { segmentPath } from './layout.ts'
import { linesFromEnd } from './lines-from-end.ts'
import { linesBackwards, openedOnce, type Readable } from './stream-lines.ts'
import type { VerifiedEntries } from './verified-entries.ts'

/** True if a stream holds a complete line. A killed writer may have left an empty file or an incomplete line. */
export function isBegun(home: string, stream: string): boolean {
  const path = segmentPath(home, stream, 1)
  if ((fileSize(path) ?? 0) === 0) return false
  for (const _ of linesFromEnd(path, Number.MAX_SAFE_INTEGER)) return true
  return false
}

/**
 * The entries of a stream that verify on their own, newest first, preceded by spooled entries. With `verified`, lines that
 * were read before are not verified again: a stop reads the same turn several times.
 */
export function* recentEntries(home: Readable, stream: string, verified?: VerifiedEntries): Generator<Entry> {
  yield* spooledEntries(home, stream).reverse()
  // An entry whose hash is the `prev` of a sealed entry is trusted without checking its own seal.
  let before: string | null = null
  const check: CheckSeal = (seal) => (seal.hash === before ? 'ours' : home.keyring.check(seal))
  for (const lines of batches(linesBackwards(home, stream))) {
    const entries: Entry[] = []
    for (const line of lines) {
      const entry = openedOnce(line, stream, check, verified)
      if (entry === null) continue
      before = entry.prev
      entries.push(entry)
    }
    yield* entries
  }
}

/** Number of lines opened at once: callers mostly read a whole turn, and yielding lines one by one is slower. */
const BATCH = 16

function* batches(lines: Iterable<Buffer>): Generator<Buffer[]> {
  let batch: Buffer[] = []
  for (const line of lines) {
    if (batch.push(line) < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}
