import { type Opened, openLine } from '../../chain.ts'
import { LedgerError } from '../../errors.ts'
import { type Entry, GENESIS, isStreamName, type Tail } from '../../kinds.ts'
import { resolveSeqs } from '../../range.ts'
import type { Range } from '../../store.ts'
import { linesFrom, type Readable } from './stream-lines.ts'
import { findEnd } from './tail.ts'

/** Reads a range of entries, checking each as the next link of the chain; throws if a link is broken. */
export function* readChain(home: Readable, stream: string, range: Range = {}): Generator<Entry> {
  const { start, end } = resolveSeqs(range)
  if (!isStreamName(stream)) return
  const until = Math.min(end - 1, readHead(home, stream)?.seq ?? 0)
  let tail: Tail = { seq: 0, hash: GENESIS }
  for (const line of linesFrom(home, { stream, segment: 1, bytes: 0 })) {
    if (tail.seq >= until) return
    const next = requireNext(openLine(line.bytes, stream, home.keyring.check), stream, tail)
    tail = { seq: next.entry.seq, hash: next.hash }
    if (tail.seq >= start) yield next.entry
  }
  if (tail.seq < until) throw broken(stream, tail.seq + 1, 'the rest is missing')
}

function requireNext(opened: Opened, stream: string, tail: Tail): Extract<Opened, { kind: 'sealed' }> {
  if (opened.kind !== 'sealed') throw broken(stream, tail.seq + 1, `the line was ${opened.kind}`)
  const { seq, prev } = opened.entry
  if (seq !== tail.seq + 1 || prev !== tail.hash)
    throw broken(stream, tail.seq + 1, 'the entry does not link to the one before it')
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
