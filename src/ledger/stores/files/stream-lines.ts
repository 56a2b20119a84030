import { type CheckSeal, openLine } from '../../chain.ts'
import type { Entry } from '../../kinds.ts'
import { fileSize } from './disk.ts'
import type { Home } from './home.ts'
import { segmentPath } from './layout.ts'
import { type RawLine, readLines } from './lines.ts'
import { linesFromEnd } from './lines-from-end.ts'
import type { VerifiedEntries } from './verified-entries.ts'

/** The part of a home that reading needs. */
export type Readable = Pick<Home, 'dir' | 'keyring'>

/** The lines of a stream from a given position on, across all its files. */
export function* linesFrom(
  home: Pick<Readable, 'dir'>,
  place: { stream: string; segment: number; bytes: number },
): Generator<RawLine & { segment: number }> {
  const pathOf = (segment: number): string => segmentPath(home.dir, place.stream, segment)
  let isThere = fileSize(pathOf(place.segment)) !== null
  for (let segment = place.segment; isThere; segment++) {
    isThere = false
    // A writer starts the next file only after it has finished this one.
    const isFollowed = (): boolean => fileSize(pathOf(segment + 1)) !== null
    const lines = readLines(
      pathOf(segment),
      segment === place.segment ? place.bytes : 0,
      () => (isThere = isFollowed()),
    )
    for (const line of lines) yield { ...line, segment }
  }
}

/** The complete lines of a stream, last first, across all its files. */
export function* linesBackwards(home: Pick<Readable, 'dir'>, stream: string): Generator<Buffer> {
  let segment = 0
  while (fileSize(segmentPath(home.dir, stream, segment + 1)) !== null) segment++
  for (; segment > 0; segment--) yield* linesFromEnd(segmentPath(home.dir, stream, segment), Number.MAX_SAFE_INTEGER)
}

/** The entries of a stream that verify on their own, in file order; other lines are skipped. */
export function* sealedEntries(home: Readable, stream: string, verified?: VerifiedEntries): Generator<Entry> {
  for (const { bytes } of linesFrom(home, { stream, segment: 1, bytes: 0 })) {
    const entry = openedOnce(bytes, stream, home.keyring.check, verified)
    if (entry !== null) yield entry
  }
}

/** Opens a line; null if it does not verify. With `verified`, a line that was read before is not verified again. */
export function openedOnce(
  line: Buffer,
  stream: string,
  check: CheckSeal,
  verified: VerifiedEntries | undefined,
): Entry | null {
  const known = verified?.find(line, stream) ?? null
  if (known !== null) return known
  const opened = openLine(line, stream, check)
  if (opened.kind !== 'sealed') return null
  verified?.add(line, opened.entry)
  return opened.entry
}
