import { existsSync } from 'node:fs'
import { holds, openLine, type Prepared, prepareOwn, unplaced } from '../../chain.ts'
import type { Entry } from '../../kinds.ts'
import type { Head } from './head.ts'
import type { Home } from './home.ts'
import { spoolDir } from './layout.ts'
import { listSpool, readSpool, refuseSpool, type Spooled } from './spool.ts'
import { linesFrom, type Readable, sealedEntries } from './stream-lines.ts'

/** Entries to chain now, and the spool files to remove once they are durable. */
export type Unchained = { entries: Prepared[]; files: string[] }

/**
 * Returns the unchained entries in a stream's spool. A marker in the stream names each file already chained. So no entry
 * is chained twice, even after a crash between chaining and removing, or if a spool file is restored.
 */
export function unchainedSpool(home: Home, head: Head): Unchained {
  const result: Unchained = { entries: [], files: [] }
  if (!existsSync(spoolDir(home.dir, head.stream))) return result
  for (const path of listSpool(home.dir, head.stream)) {
    const spooled = readSpool(home, path, head.stream)
    if (spooled === null) {
      refuseSpool(path)
      continue
    }
    const { entries, isBegun } = unchained(home, spooled)
    // The rest of a partly chained file must directly follow its first part, to be recognised if this is interrupted too.
    if (isBegun) result.entries.unshift(...entries)
    else result.entries.push(...entries)
    result.files.push(path)
  }
  return result
}

/** The marker and entries of a spool file that are not in the stream yet. `isBegun` is true if some of them are. */
function unchained(home: Home, spooled: Spooled): { entries: Prepared[]; isBegun: boolean } {
  const marker = { spool: spooled.id, entries: spooled.entries.length }
  const mark = prepareOwn(
    spooled.stream,
    { kind: 'spool.chained', actor: 'harness', body: marker },
    home.now().toISOString(),
  )
  const batch = [mark, ...spooled.entries]
  const chained = countChained(home, spooled)
  return { entries: batch.slice(chained), isBegun: chained > 0 }
}

/** The valid unchained entries in a stream's spool, oldest first. Their place in the stream is not known yet. */
export const spooledEntries = (home: Readable, stream: string): Entry[] =>
  listSpool(home.dir, stream).flatMap((path) => {
    const spooled = readSpool(home, path, stream)
    // The marker is chained before the first entry, hence the 1.
    return spooled === null ? [] : spooled.entries.slice(Math.max(0, countChained(home, spooled) - 1)).map(unplaced)
  })

/** The entries of a stream that verify on their own, followed by spooled entries. */
export function* knownEntries(home: Readable, stream: string): Generator<Entry> {
  yield* sealedEntries(home, stream)
  yield* spooledEntries(home, stream)
}

/** Counts how many lines of a spool file are already in the stream, in a row, starting with its marker. */
function countChained(home: Readable, spooled: Spooled): number {
  let chained = 0
  for (const line of linesFrom(home, { stream: spooled.stream, ...spooled.after })) {
    const opened = openLine(line.bytes, spooled.stream, home.keyring.check)
    if (opened.kind !== 'sealed') continue
    const { entry } = opened
    const expected = spooled.entries[chained - 1]
    if (chained === 0 ? isMarkerOf(entry, spooled.id) : expected !== undefined && holds(line.bytes, expected)) chained++
    else if (chained > 0) break
  }
  return chained
}

const isMarkerOf = (entry: Entry, id: string): boolean => entry.kind === 'spool.chained' && entry.body['spool'] === id
