import { closeSync, openSync } from 'node:fs'
import { type Opened, openLine } from '../../chain.ts'
import { GENESIS } from '../../kinds.ts'
import { fileSize, readAt, readIfThere } from './disk.ts'
import { type Head, parseHead } from './head.ts'
import { headPath, segmentPath } from './layout.ts'
import { believedKey } from './rotations.ts'
import { linesFrom, type Readable } from './stream-lines.ts'

/** The place where a writer continues the chain, and the state it found there. */
export type End = { head: Head; found: Tail }

export type Tail =
  /** The stream ends as its head says, or with valid entries after it. */
  | { kind: 'whole' }
  /** No entry yet. An existing head means that an earlier start was interrupted. */
  | { kind: 'new'; headWasThere: boolean }
  /** A crash left an incomplete line at the end. */
  | { kind: 'torn'; bytes: Buffer }
  /** The stream ends before the position its head records, or holds lines that are not ours. */
  | { kind: 'damaged'; needsNewline: boolean }
  /** The head is missing or forged; the last entry that verifies is used instead. */
  | { kind: 'headless'; needsNewline: boolean }

/** Finds where to continue the chain. Writers call it under the stream's lock. */
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

/** True if the stream ends exactly where its head says, with a complete line. */
function isAtEnd(home: Readable, head: Head): boolean {
  const path = segmentPath(home.dir, head.stream, head.segment)
  if ((fileSize(path) ?? 0) !== head.bytes) return false
  return head.bytes === 0 || endsWithNewline(path, head.bytes)
}

/** Follows the entries after a lagging head. From the first line that is not the next link, the stream counts as damaged. */
function findPast(home: Readable, from: Head): End {
  let head = from
  let intact = isWholeUpTo(home, from)
  let torn: Buffer | null = null
  for (const line of linesFrom(home, from)) {
    if (line.kind === 'torn') {
      torn = line.bytes
      // The first line of a new file that the head does not record yet.
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

/** True if everything up to the head's position exists and ends with a newline. */
function isWholeUpTo(home: Readable, { stream, segment, bytes }: Head): boolean {
  const path = segmentPath(home.dir, stream, segment)
  return bytes === 0 || ((fileSize(path) ?? 0) >= bytes && endsWithNewline(path, bytes))
}

const isNext = (opened: Opened, head: Head): opened is Extract<Opened, { kind: 'sealed' }> =>
  opened.kind === 'sealed' && opened.entry.seq === head.seq + 1 && opened.entry.prev === head.hash

/** Finds the end without a valid head: the verified entry with the highest seq. */
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

/** Continues after the last byte, on a new line, so that nothing is cut off. */
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
