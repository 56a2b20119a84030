import { existsSync } from 'node:fs'
import { canonical } from '../../canonical.ts'
import { openLine, type Prepared, prepare } from '../../chain.ts'
import type { Entry, JsonObject } from '../../kinds.ts'
import type { Head } from './head.ts'
import type { Home } from './home.ts'
import { spoolDir } from './layout.ts'
import { listSpool, readSpool, refuseSpool, type Spooled } from './spool.ts'
import { linesFrom } from './tail.ts'

/** Entries to chain now, and the files to remove once they are durable. */
export type SpoolFold = { entries: Prepared[]; files: string[] }

/**
 * What waits in the spool of a stream, each file once: a marker in the stream names the files already chained, so
 * neither a crash between chaining and removing nor a file put back by somebody chains an entry twice.
 */
export function foldSpool(home: Home, head: Head): SpoolFold {
  const fold: SpoolFold = { entries: [], files: [] }
  if (!existsSync(spoolDir(home.dir, head.stream))) return fold
  for (const path of listSpool(home.dir, head.stream)) {
    const spooled = readSpool(home, path, head.stream)
    if (spooled === null) {
      refuseSpool(path)
      continue
    }
    fold.entries.push(...unchained(home, spooled))
    fold.files.push(path)
  }
  return fold
}

/** The marker and entries of a spool file that are not in the stream yet. */
function unchained(home: Home, spooled: Spooled): Prepared[] {
  const marker = { spool: spooled.id, entries: spooled.entries.length }
  const mark = prepare(
    spooled.stream,
    { kind: 'spool.folded', actor: 'harness', body: marker },
    home.now().toISOString(),
  )
  const batch = [mark, ...spooled.entries]
  return batch.slice(countChained(home, spooled))
}

/** How many lines of a file's batch follow each other in the stream, beginning with its marker. */
function countChained(home: Home, spooled: Spooled): number {
  let chained = 0
  for (const line of linesFrom(home, { stream: spooled.stream, ...spooled.after })) {
    const opened = openLine(line.bytes, spooled.stream, home.keyring.check)
    if (opened.kind !== 'sealed') continue
    const { entry } = opened
    const expected = spooled.entries[chained - 1]
    if (chained === 0 ? isMarkerOf(entry, spooled.id) : expected !== undefined && isSame(entry, expected)) chained++
    else if (chained > 0) break
  }
  return chained
}

const isMarkerOf = (entry: Entry, id: string): boolean => entry.kind === 'spool.folded' && entry.body['spool'] === id

const isSame = (entry: Entry, prepared: Prepared): boolean =>
  canonical(entry as unknown as JsonObject).startsWith(prepared.beforePrev)
