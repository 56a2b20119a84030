import { type Opened, openLine } from '../../chain.ts'
import { LedgerError } from '../../errors.ts'
import { type Entry, GENESIS, isStreamName, type Tail } from '../../kinds.ts'
import { resolveSeqs } from '../../range.ts'
import type { Range } from '../../store.ts'
import { linesBackwards, linesFrom, type Readable } from './stream-lines.ts'
import { findEnd } from './tail.ts'

/**
 * Reads a range of entries, checking each as a link of the chain; throws if a link is broken. A range at the end of a
 * stream is read from there, so that its cost does not grow with the stream.
 */
export function* readChain(home: Readable, stream: string, range: Range = {}): Generator<Entry> {
  const { start, end } = resolveSeqs(range)
  if (!isStreamName(stream)) return
  const head = readHead(home, stream)
  const until = Math.min(end - 1, head?.seq ?? 0)
  if (head !== null && start > 1 && head.seq - start < MAX_FROM_END) {
    yield* readEnd(home, stream, { start, until, head })
    return
  }
  let tail: Tail = { seq: 0, hash: GENESIS }
  for (const line of linesFrom(home, { stream, segment: 1, bytes: 0 })) {
    if (tail.seq >= until) return
    const next = requireNext(openLine(line.bytes, stream, home.keyring.check), stream, tail)
    tail = { seq: next.entry.seq, hash: next.hash }
    if (tail.seq >= start) yield next.entry
  }
  if (tail.seq < until) throw broken(stream, tail.seq + 1, 'the rest is missing')
}

/** Ranges that begin further from the end are read from the beginning, because reading backwards holds the range in memory. */
const MAX_FROM_END = 1024

/** Walks back from the head: an entry is ours if the one after it names its hash. */
function readEnd(
  home: Readable,
  stream: string,
  { start, until, head }: { start: number; until: number; head: Tail },
): Entry[] {
  if (start > until) return []
  const found: Entry[] = []
  let next = head
  for (const line of linesBackwards(home, stream)) {
    const opened = openLine(line, stream, ({ hash }) => (hash === next.hash ? 'ours' : 'wrong'))
    // This line was written after the head was read.
    if (opened.kind !== 'sealed' && found.length === 0 && next === head) continue
    if (opened.kind !== 'sealed' || opened.entry.seq !== next.seq) throw broken(stream, next.seq, WRONG_LINK)
    if (next.seq <= until) found.push(opened.entry)
    if (next.seq === start) return found.reverse()
    next = { seq: next.seq - 1, hash: opened.entry.prev }
  }
  throw broken(stream, next.seq, 'the entry is missing')
}

const WRONG_LINK = 'the entry does not link to the one before it'

function requireNext(opened: Opened, stream: string, tail: Tail): Extract<Opened, { kind: 'sealed' }> {
  if (opened.kind !== 'sealed') throw broken(stream, tail.seq + 1, `the line was ${opened.kind}`)
  const { seq, prev } = opened.entry
  if (seq !== tail.seq + 1 || prev !== tail.hash) throw broken(stream, tail.seq + 1, WRONG_LINK)
  return opened
}

const broken = (stream: string, seq: number, why: string): LedgerError =>
  new LedgerError('CHAIN_BROKEN', `${stream} is broken at seq ${seq}: ${why}. Run: bailiff verify ${stream}`)

/** The end of a stream, or null if it has no entry. */
export function readHead(home: Readable, stream: string): Tail | null {
  // Names become paths, and callers may pass any string.
  if (!isStreamName(stream)) return null
  const { head } = findEnd(home, stream)
  return head.seq === 0 ? null : { seq: head.seq, hash: head.hash }
}
