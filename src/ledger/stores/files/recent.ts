import { type CheckSeal, openLine } from '../../chain.ts'
import type { Entry } from '../../kinds.ts'
import { spooledEntries } from './chain-spool.ts'
import { fileSize } from './disk.ts'
import { segmentPath } from './layout.ts'
import { linesFromEnd } from './lines-from-end.ts'
import type { Readable } from './stream-lines.ts'

/** Whether a stream holds a whole line: one who was killed may have left an empty file, or half a line. */
export function isBegun(home: string, stream: string): boolean {
  const path = segmentPath(home, stream, 1)
  if ((fileSize(path) ?? 0) === 0) return false
  for (const _ of linesFromEnd(path, Number.MAX_SAFE_INTEGER)) return true
  return false
}

/** The entries of a stream that verify one by one, the newest first; before them those that wait to be chained. */
export function* recentEntries(home: Readable, stream: string): Generator<Entry> {
  yield* spooledEntries(home, stream).reverse()
  // What a sealed entry names as the one before it needs no seal of its own to be believed.
  let before: string | null = null
  const check: CheckSeal = (seal) => (seal.hash === before ? 'ours' : home.keyring.check(seal))
  let segment = 0
  while (fileSize(segmentPath(home.dir, stream, segment + 1)) !== null) segment++
  for (; segment > 0; segment--) {
    for (const line of linesFromEnd(segmentPath(home.dir, stream, segment), Number.MAX_SAFE_INTEGER)) {
      const opened = openLine(line, stream, check)
      if (opened.kind !== 'sealed') continue
      before = opened.entry.prev
      yield opened.entry
    }
  }
}
