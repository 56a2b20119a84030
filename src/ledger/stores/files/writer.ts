import { closeSync, constants, existsSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { link, type Prepared, prepareOwn } from '../../chain.ts'
import type { Key } from '../../digest.ts'
import type { Draft, OwnKind, Receipt } from '../../kinds.ts'
import { storeSync } from './artifacts.ts'
import { unchainedSpool } from './chain-spool.ts'
import { ensureDir, explainDisk, fileSize, removeIfThere, syncDir, writeAll, writeDurably } from './disk.ts'
import { type Head, renderHead } from './head.ts'
import type { Home } from './home.ts'
import { headPath, segmentPath } from './layout.ts'
import { removeStreamFiles } from './stream-files.ts'
import { type End, findEnd, type Tail } from './tail.ts'

/** A stream held open by a writer: its end as last seen, and its files. */
type OpenStream = { head: Head; streamFd: number; headFd: number }

/** The streams a process keeps open between appends; the hook keeps none. */
export type OpenStreams = Map<string, OpenStream>

/** What a writer asks of the register about the stream it opens. */
export type Listing = {
  /** Called before the stream gets its first file. */
  add(stream: { headWasThere: boolean }): void
  isCollected(): boolean
}

/**
 * Appends under the stream's lock, first what a crash or a spool left to be said, then `prepared`. The order is
 * append → fdatasync → head → return: what is returned is durable.
 */
export function appendLocked(
  home: Home,
  stream: string,
  prepared: Prepared[],
  streams: OpenStreams,
  listing: Listing,
): Receipt[] {
  try {
    // Asked before anything is touched: without its key a home is left as it is.
    const current = home.keyring.current()
    const { open, found } = openForAppend(home, stream, streams, listing)
    // A rotation puts the new key to use and then looks at every stream there is; one that had no head was not seen.
    const key = found.kind === 'new' ? home.keyring.current() : current
    const said = repairs(home, stream, found)
    // Only now that the unfinished line is kept as an artifact.
    if (found.kind === 'torn') ftruncateSync(open.streamFd, open.head.bytes)
    // Not while there is something to say: a new head would hide that the old one was lost.
    if (open.head.bytes >= home.segmentBytes && said.length === 0) {
      rollOver(open, key)
      forget(streams, stream)
      return appendLocked(home, stream, prepared, streams, listing)
    }
    const spool = unchainedSpool(home, open.head)
    const batch = [...spool.entries, ...said, ...prepared]
    const receipts = commit(open, key, batch, newlineFor(found))
    afterwards(() => spool.files.forEach(removeIfThere))
    return receipts.slice(receipts.length - prepared.length)
  } catch (error) {
    forget(streams, stream)
    throw explainDisk(error, segmentPath(home.dir, stream, 1))
  }
}

function openForAppend(
  home: Home,
  stream: string,
  streams: OpenStreams,
  listing: Listing,
): { open: OpenStream; found: Tail } {
  const known = streams.get(stream)
  if (known !== undefined && isCurrent(home, known)) return { open: known, found: { kind: 'whole' } }
  forget(streams, stream)
  const end = findOrRestart(home, stream, listing)
  const open = openFiles(home, end, listing)
  streams.set(stream, open)
  return { open, found: end.found }
}

/** A collection that was interrupted leaves half a stream: it is finished, and the stream begins anew. */
function findOrRestart(home: Home, stream: string, listing: Listing): End {
  const end = findEnd(home, stream)
  const isHalf = end.found.kind === 'damaged' || end.found.kind === 'headless'
  if (!isHalf || !listing.isCollected()) return end
  removeStreamFiles(home.dir, stream)
  return findEnd(home, stream)
}

/**
 * Nobody else has written since: the file is as long as we left it, still there, and the last. Writing always makes it
 * longer, or a next one.
 */
function isCurrent(home: Home, { head, streamFd }: OpenStream): boolean {
  const { size, nlink } = fstatSync(streamFd)
  return size === head.bytes && nlink > 0 && !existsSync(segmentPath(home.dir, head.stream, head.segment + 1))
}

/**
 * The head is made before anything else, whole and durably, so a stream without one is always a finding. The stream is
 * listed before it gets a file, so a file that is not listed was put there by somebody else.
 */
function openFiles(home: Home, { head, found }: End, listing: Listing): OpenStream {
  const headFd = openHead(home, head, found)
  try {
    if (found.kind === 'new') listing.add(found)
    return { head, headFd, streamFd: openSegment(home, head) }
  } catch (error) {
    closeSync(headFd)
    throw error
  }
}

function openHead(home: Home, head: Head, found: Tail): number {
  const path = headPath(home.dir, head.stream)
  ensureDir(dirname(path))
  if (found.kind === 'new' && !found.headWasThere) makeHead(home, head, path)
  // One that was lost or forged comes back empty, which is a finding until its loss is told in the stream.
  const emptied = found.kind === 'headless' ? constants.O_CREAT | constants.O_TRUNC : constants.O_CREAT
  return openSync(path, constants.O_RDWR | emptied, 0o600)
}

/** Once more where the key was rotated meanwhile: a rotation that looked before the head was there did not seal it anew. */
function makeHead(home: Home, head: Head, path: string): void {
  const key = home.keyring.current()
  writeDurably(path, renderHead(head, key), 0o600)
  if (home.keyring.current().id !== key.id) makeHead(home, head, path)
}

function openSegment(home: Home, head: Head): number {
  const path = segmentPath(home.dir, head.stream, head.segment)
  if (fileSize(path) === null) {
    ensureDir(dirname(path))
    closeSync(openSync(path, 'wx', 0o600))
    syncDir(dirname(path))
  }
  return openSync(path, 'r+')
}

/** What the next reader has to know about the state this writer found. */
function repairs(home: Home, stream: string, found: Tail): Prepared[] {
  const draft = repair(home, found)
  return draft === null ? [] : [prepareOwn(stream, draft, home.now().toISOString())]
}

function repair(home: Home, found: Tail): (Draft & { kind: OwnKind }) | null {
  switch (found.kind) {
    case 'whole':
    case 'new':
      return null
    case 'torn': {
      const torn = storeSync(home.dir, { name: 'torn-line', media: 'application/octet-stream' }, found.bytes)
      return { kind: 'tail.repaired', actor: 'harness', body: { bytes: found.bytes.length }, artifacts: [torn] }
    }
    case 'damaged':
      return { kind: 'tail.damaged', actor: 'harness', body: {} }
    case 'headless':
      return { kind: 'head.lost', actor: 'harness', body: {} }
  }
}

const newlineFor = (found: Tail): string =>
  (found.kind === 'damaged' || found.kind === 'headless') && found.needsNewline ? '\n' : ''

function commit(open: OpenStream, key: Key, batch: Prepared[], newline: string): Receipt[] {
  if (batch.length === 0) return []
  const receipts: Receipt[] = []
  let { seq, hash } = open.head
  let text = newline
  for (const prepared of batch) {
    const linked = link(prepared, { seq, hash }, key)
    ;({ seq, hash } = linked.tail)
    text += linked.line
    receipts.push({ stream: prepared.stream, seq, hash })
  }
  const data = Buffer.from(text)
  writeOrUndo(open, data)
  afterwards(() => setHead(open, { ...open.head, seq, hash, bytes: open.head.bytes + data.length }, key))
  return receipts
}

/**
 * What comes after the sync: the entries are on record and will be acknowledged, so a failure here must not look like
 * one of theirs. A head that was not moved lags, a spool file that was not removed is chained once all the same.
 */
function afterwards(act: () => void): void {
  try {
    act()
  } catch {
    // The next writer finds what was left undone.
  }
}

/** A write that fails part-way leaves nothing behind. */
function writeOrUndo(open: OpenStream, data: Buffer): void {
  try {
    writeAll(open.streamFd, data, open.head.bytes)
    fdatasyncSync(open.streamFd)
  } catch (error) {
    ftruncateSync(open.streamFd, open.head.bytes)
    throw error
  }
}

/** Not synced: after a power cut the head may lag, which is a note and costs the next writer a longer look. */
function setHead(open: OpenStream, head: Head, key: Key): void {
  open.head = head
  writeAll(open.headFd, renderHead(head, key), 0)
}

/** Points the head at the next file before that exists, so that every writer looks there. */
function rollOver(open: OpenStream, key: Key): void {
  setHead(open, { ...open.head, segment: open.head.segment + 1, bytes: 0 }, key)
}

/**
 * Seals the head of a stream anew with the current key, durably, and in place: other processes may have it open. For a
 * rotation, which holds the stream's lock and has chained what waited and told what was wrong.
 */
export function resealHead(home: Home, stream: string): void {
  const { head, found } = findEnd(home, stream)
  if (found.kind === 'new' && !found.headWasThere) return
  const fd = openSync(headPath(home.dir, stream), 'r+')
  try {
    writeAll(fd, renderHead(head, home.keyring.current()), 0)
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Closes a stream's files; the next append finds its end anew. */
export function forget(streams: OpenStreams, stream: string): void {
  const open = streams.get(stream)
  if (open === undefined) return
  streams.delete(stream)
  closeSync(open.streamFd)
  closeSync(open.headFd)
}
