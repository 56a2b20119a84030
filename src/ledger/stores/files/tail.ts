import { closeSync, openSync } from 'node:fs'
import { type Opened, openLine } from '../../chain.ts'
import { GENESIS } from '../../kinds.ts'
import { fileSize, readAt, readIfThere } from './disk.ts'
import { type Head, parseHead } from './head.ts'
import { headPath, segmentPath } from './layout.ts'
import { believedKey } from './rotations.ts'
import { linesFrom, type Readable } from './stream-lines.ts'

/** Where a writer chains on, and what it found there. */
export type End = { head: Head; found: Tail }

export type Tail =
  /** The stream ends as its head says, or with valid entries after it. */
  | { kind: 'whole' }
  /** No entry yet. A head that was there already means an earlier start was interrupted. */
  | { kind: 'new'; headWasThere: boolean }
  /** A crash left an unfinished line after the last whole one. */
  | { kind: 'torn'; bytes: Buffer }
  /** The stream ends before its head says, or holds what no writer of ours wrote. */
  | { kind: 'damaged'; needsNewline: boolean }
  /** The head is gone or forged; the last entry that verifies stands in for it. */
  | { kind: 'headless'; needsNewline: boolean }

/** Finds where to chain on. Call it under the stream's lock. */
export function findEnd(home: Readable, stream: string): End {
  const stored = readIfThere(headPath(home.dir, stream))
  if (stored === null && fileSize(segmentPath(home.dir, stream, 1)) === null) return newStream(stream, false)
  const parsed = stored === null ? null : parseHead(stored, stream, (id) => believedKey(home, id))
  if (parsed?.kind !== 'head') return findHeadless(home, stream)
  const { head } = parsed
  if (isAtEnd(home, head)) return head.seq === 0 ? newStream(stream, true) : { head, found: { kind: 'whole' } }
  return findPast(home, head)
}

const startOf = (stream: string): Head => ({ stream, seq: 0, hash: GENESIS, segment: 1, bytes: 0 })

const newStream = (stream: string, headWasThere: boolean): End => ({
  head: startOf(stream),
  found: { kind: 'new', headWasThere },
})

/** Whether the stream ends, with a whole line, exactly where its head says. */
function isAtEnd(home: Readable, head: Head): boolean {
  const path = segmentPath(home.dir, head.stream, head.segment)
  if ((fileSize(path) ?? 0) !== head.bytes) return false
  return head.bytes === 0 || endsWithNewline(path, head.bytes)
}

/** Follows the entries after a head that lags; stops trusting at the first line that is not the next link. */
function findPast(home: Readable, from: Head): End {
  let head = from
  let intact = isWholeUpTo(home, from)
  let torn: Buffer | null = null
  for (const line of linesFrom(home, from)) {
    if (line.kind === 'torn') {
      torn = line.bytes
      // The first line of a next file, of which the head knew nothing yet.
      if (line.segment > head.segment) head = { ...head, segment: line.segment, bytes: 0 }
      continue
    }
    const opened = openLine(line.bytes, from.stream, home.keyring.check)
    if (intact && isNext(opened, head)) {
      head = { ...head, seq: opened.entry.seq, hash: opened.hash, segment: line.segment, bytes: line.end }
    } else intact = false
  }
  if (!intact) return atPhysicalEnd(home, head, 'damaged')
  return { head, found: torn === null ? { kind: 'whole' } : { kind: 'torn', bytes: torn } }
}

/** Whether everything the head knows is there, and what follows begins on a line of its own. */
function isWholeUpTo(home: Readable, { stream, segment, bytes }: Head): boolean {
  const path = segmentPath(home.dir, stream, segment)
  return bytes === 0 || ((fileSize(path) ?? 0) >= bytes && endsWithNewline(path, bytes))
}

const isNext = (opened: Opened, head: Head): opened is Extract<Opened, { kind: 'sealed' }> =>
  opened.kind === 'sealed' && opened.entry.seq === head.seq + 1 && opened.entry.prev === head.hash

/** Without a head to trust, the entry with the highest seq that verifies is the end. */
function findHeadless(home: Readable, stream: string): End {
  let head = startOf(stream)
  for (const line of linesFrom(home, head)) {
    const opened = openLine(line.bytes, stream, home.keyring.check)
    if (opened.kind === 'sealed' && opened.entry.seq > head.seq) {
      head = { ...head, seq: opened.entry.seq, hash: opened.hash }
    }
  }
  return atPhysicalEnd(home, head, 'headless')
}

/** Nothing that was found is cut off: we write after it, on a line of our own. */
function atPhysicalEnd(home: Readable, head: Head, kind: 'damaged' | 'headless'): End {
  let segment = head.segment
  while (fileSize(segmentPath(home.dir, head.stream, segment + 1)) !== null) segment++
  const path = segmentPath(home.dir, head.stream, segment)
  const bytes = fileSize(path) ?? 0
  const needsNewline = bytes > 0 && !endsWithNewline(path, bytes)
  return { head: { ...head, segment, bytes }, found: { kind, needsNewline } }
}

function endsWithNewline(path: string, size: number): boolean {
  const fd = openSync(path, 'r')
  try {
    return readAt(fd, size - 1, 1)[0] === 0x0a
  } finally {
    closeSync(fd)
  }
}
