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

/** A stream kept open by a writer: its end as last seen, and its files. */
type OpenStream = { head: Head; streamFd: number; headFd: number }

/** The streams a process keeps open between appends; the hook keeps none. */
export type OpenStreams = Map<string, OpenStream>

/** The register's part in opening a stream. */
export type Listing = {
  /** Called before the stream gets its first file. */
  add(stream: { headWasThere: boolean }): void
  isCollected(): boolean
}

/**
 * Appends under the stream's lock: first spooled entries and repair entries, then `prepared`. The order is append →
 * fdatasync → head → return, so everything that is returned is durable.
 */
export function appendLocked(
  home: Home,
  stream: string,
  prepared: Prepared[],
  streams: OpenStreams,
  listing: Listing,
): Receipt[] {
  try {
    // Read before anything is touched, so that a home without its key is left unchanged.
    const current = home.keyring.current()
    const { open, found } = openForAppend(home, stream, streams, listing)
    // A rotation switches keys and then visits every stream. It did not visit a stream without a head, so read the key again.
    const key = found.kind === 'new' ? home.keyring.current() : current
    const said = repairs(home, stream, found)
    // Truncated only now that the incomplete line is stored as an artifact.
    if (found.kind === 'torn') ftruncateSync(open.streamFd, open.head.bytes)
    // No new file while a repair entry is pending: a new head would hide that the old one was lost.
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

/** Finds the stream's end. If an interrupted collection left part of the stream, removes that part first. */
function findOrRestart(home: Home, stream: string, listing: Listing): End {
  const end = findEnd(home, stream)
  const isHalf = end.found.kind === 'damaged' || end.found.kind === 'headless'
  if (!isHalf || !listing.isCollected()) return end
  removeStreamFiles(home.dir, stream)
  return findEnd(home, stream)
}

/**
 * True if no other process has written to the stream since: the file still exists, has the size we left, and is the last
 * one. Every write makes the file longer or adds a new one.
 */
function isCurrent(home: Home, { head, streamFd }: OpenStream): boolean {
  const { size, nlink } = fstatSync(streamFd)
  return size === head.bytes && nlink > 0 && !existsSync(segmentPath(home.dir, head.stream, head.segment + 1))
}

/**
 * Creates the head before anything else, whole and durable, so a stream without a head is always a finding. Registers the
 * stream before it gets a file, so an unregistered file did not come from us.
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
  // A lost or forged head is recreated empty, which is a finding until its loss is recorded in the stream.
  const emptied = found.kind === 'headless' ? constants.O_CREAT | constants.O_TRUNC : constants.O_CREAT
  return openSync(path, constants.O_RDWR | emptied, 0o600)
}

/** Writes a new head; repeats if the key was rotated meanwhile, because a rotation reseals only existing heads. */
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

/** Returns entries that record the state this writer found, for later readers. */
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
 * Runs a step after the sync. The entries are durable and will be acknowledged, so a failure here must not look like a
 * failed append. A head that was not updated only lags; a spool file that was not removed is still chained only once.
 */
function afterwards(act: () => void): void {
  try {
    act()
  } catch {
    // The next writer completes the step.
  }
}

/** Writes and syncs. Undoes a write that fails part-way. */
function writeOrUndo(open: OpenStream, data: Buffer): void {
  try {
    writeAll(open.streamFd, data, open.head.bytes)
    fdatasyncSync(open.streamFd)
  } catch (error) {
    ftruncateSync(open.streamFd, open.head.bytes)
    throw error
  }
}

/** Writes the head without syncing: after a power cut it may lag, which costs only a note and a longer search later. */
function setHead(open: OpenStream, head: Head, key: Key): void {
  open.head = head
  writeAll(open.headFd, renderHead(head, key), 0)
}

/** Points the head at the next file before that file exists, so that every writer uses it. */
function rollOver(open: OpenStream, key: Key): void {
  setHead(open, { ...open.head, segment: open.head.segment + 1, bytes: 0 }, key)
}

/**
 * Reseals a stream's head with the current key, durably, and in place because other processes may have it open. For a
 * rotation, which holds the stream's lock and has already chained the spool and recorded any damage.
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

/** Closes a stream's files; the next append searches for its end again. */
export function forget(streams: OpenStreams, stream: string): void {
  const open = streams.get(stream)
  if (open === undefined) return
  streams.delete(stream)
  closeSync(open.streamFd)
  closeSync(open.headFd)
}
