import { openLine } from '../../chain.ts'
import type { Entry } from '../../kinds.ts'
import { fileSize } from './disk.ts'
import { segmentPath } from './layout.ts'
import { linesFromEnd } from './lines-from-end.ts'
import type { Readable } from './stream-lines.ts'

/** The entries of a stream that verify one by one, the newest first. */
export function* recentEntries(home: Readable, stream: string): Generator<Entry> {
  let segment = 0
  while (fileSize(segmentPath(home.dir, stream, segment + 1)) !== null) segment++
  for (; segment > 0; segment--) {
    for (const line of linesFromEnd(segmentPath(home.dir, stream, segment), Number.MAX_SAFE_INTEGER)) {
      const opened = openLine(line, stream, home.keyring.check)
      if (opened.kind === 'sealed') yield opened.entry
    }
  }
}
