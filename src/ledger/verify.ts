import type { Opened } from './chain.ts'
import { type Entry, GENESIS, PASS_KIND, type Tail } from './kinds.ts'

/** Why a ledger is not what it was. `docs/ledger-format.md` says of each what it means and what may cause it. */
export const REASONS = [
  'edited',
  'deleted',
  'inserted',
  'reordered',
  'duplicated',
  'spliced',
  'forged',
  'forged-pass',
  'forked',
  'key-retired',
  'truncated',
  'head-missing',
  'head-forged',
  'head-mismatch',
  'head-lost',
  'stream-missing',
  'stream-unlisted',
  'stream-reopened',
  'register-missing',
  'register-lost',
  'artifact-missing',
  'artifact-changed',
  'spool-forged',
  'rolled-back',
  'checkpoint-foreign',
] as const
export type Reason = (typeof REASONS)[number]

/** Traces of crashes and of upkeep: worth saying, and no cause for alarm. */
export const NOTES = [
  'head-lags',
  'torn-tail',
  'tail-repaired',
  'tail-damaged',
  'stream-empty',
  'stream-collected',
  'spool-pending',
  'keys-absent',
] as const
export type NoteName = (typeof NOTES)[number]

/** What the audit objects to. `seq` is 0 where it concerns a stream as a whole. */
export type AuditFinding = { stream: string; seq: number; reason: Reason; detail: string }
export type AuditNote = { stream: string; seq: number; note: NoteName; detail: string }

/** What is known of a stream's end apart from its lines. */
export type KnownHead = ({ kind: 'head' } & Tail) | { kind: 'missing' } | { kind: 'forged'; why: string }

/** What the rotation entries say about the keys a stream may use. */
export type KeyRules = {
  /** Position of a key in the order of rotation. */
  rank(key: string): number
  /** The last seq of a stream that a key may have sealed. */
  lastSeq(stream: string, key: string): number
}

/** A line that is not a sealed entry of the stream, waiting for its neighbours to say what it is. */
type Stray = { kind: 'edited' | 'garbled' | 'spliced' | 'forged'; isPass: boolean; detail: string }

type Gap = { from: number; to: number }

/** Lines are told apart by their neighbours; where too many in a row are bad, they are reported as they are. */
const MAX_STRAYS = 256
const MAX_FINDINGS = 1_000
const MAX_GAPS = 1_000

/**
 * The audit of one stream: takes its lines one by one, in constant memory, and says what was done to it. Every entry
 * it accepts is sealed by one of our keys; everything else is placed by the seqs of the entries around it.
 */
export class StreamAudit {
  readonly findings: AuditFinding[] = []
  readonly notes: AuditNote[] = []
  /** Findings past the limit, counted instead of listed. */
  unlisted = 0
  entries = 0
  readonly #stream: string
  readonly #head: KnownHead
  readonly #keys: KeyRules
  readonly #watched: Tail | null
  #last: { seq: number; hash: string | null } = { seq: 0, hash: GENESIS }
  #strays: Stray[] = []
  #gaps: Gap[] = []
  #keyRank = -1
  #torn = false

  /** `watched` is an entry that a checkpoint vouches for. */
  constructor(stream: string, head: KnownHead, keys: KeyRules, watched: Tail | null = null) {
    this.#stream = stream
    this.#head = head
    this.#keys = keys
    this.#watched = watched
  }

  get lastSeq(): number {
    return this.#last.seq
  }

  /** Takes the next line; returns its entry where it is genuine. */
  line(opened: Opened): Entry | null {
    if (opened.kind !== 'sealed') {
      this.#stray(opened)
      return null
    }
    this.entries++
    this.#place(opened.entry, opened.hash)
    this.#checkKey(opened.entry, opened.key)
    this.#checkAgainst(opened.entry, opened.hash)
    this.#hear(opened.entry)
    return opened.entry
  }

  /** Bytes after the last newline. */
  torn(): void {
    this.#torn = true
  }

  /** Compares what was read with the head, and settles what is still open. */
  end(): void {
    const head = this.#head
    const until = head.kind === 'head' ? head.seq : this.#last.seq
    if (this.#last.seq < until) this.#fill(until + 1, 'truncated')
    else this.#trailing()
    for (const gap of this.#gaps) this.#gone(gap)
    if (head.kind === 'missing') this.#find(this.#last.seq, 'head-missing', 'nothing vouches for where the stream ends')
    if (head.kind === 'forged') this.#find(this.#last.seq, 'head-forged', `the head is not ours: ${head.why}`)
    if (head.kind === 'head' && this.#last.seq > head.seq) {
      this.#note(head.seq, 'head-lags', `${this.#last.seq - head.seq} valid entries after the head: a writer was interrupted`)
    }
    if (this.#torn && this.#last.seq >= until) this.#note(this.#last.seq, 'torn-tail', 'an unfinished line: a writer was interrupted')
    this.#checkWatched()
  }

  #stray(opened: Exclude<Opened, { kind: 'sealed' }>): void {
    const isPass = opened.kind === 'forged' && opened.entry.kind === PASS_KIND
    const detail =
      opened.kind === 'spliced'
        ? `an entry of ${opened.entry.stream}`
        : opened.kind !== 'forged'
          ? 'not the bytes that were sealed'
          : opened.key === null
            ? 'sealed with an unknown key'
            : `the mac under key ${opened.key} does not verify`
    if (this.#strays.length >= MAX_STRAYS) this.#fill(this.#last.seq + 1 + this.#strays.length, 'deleted')
    this.#strays.push({ kind: opened.kind, isPass, detail })
  }

  #place(entry: Entry, hash: string): void {
    const expected = this.#last.seq + 1
    const hadStrays = this.#strays.length > 0
    if (entry.seq > expected) this.#fill(entry.seq, 'deleted')
    else this.#extra(expected)
    if (entry.seq < expected) return this.#outOfPlace(entry.seq)
    const follows = entry.seq === expected && !hadStrays && this.#last.hash !== null
    if (follows && entry.prev !== this.#last.hash) this.#find(entry.seq, 'forked', 'it follows another entry than the one before it')
    this.#last = { seq: entry.seq, hash }
  }

  /** A seq we have passed: moved here from a gap, or here a second time. */
  #outOfPlace(seq: number): void {
    const gap = this.#gaps.find(({ from, to }) => from <= seq && seq <= to)
    if (gap === undefined) return this.#find(seq, 'duplicated', 'an entry that is in the stream already')
    this.#find(seq, 'reordered', 'not where it was written')
    this.#gaps = this.#gaps.flatMap((other) => (other === gap ? splitGap(gap, seq) : [other]))
  }

  /** Strays stand for the seqs that are missing before `next`; seqs without a stray are gone. */
  #fill(next: number, otherwise: 'deleted' | 'truncated'): void {
    let seq = this.#last.seq + 1
    for (const stray of this.#strays) {
      if (seq < next) this.#find(seq++, reasonOf(stray), stray.detail)
      // A newline written into a line makes two garbled ones; the second is no finding of its own.
      else if (stray.kind !== 'garbled') this.#find(seq, insertedReason(stray), stray.detail)
    }
    this.#strays = []
    if (seq < next && otherwise === 'truncated') this.#find(seq, 'truncated', `the head says ${next - 1}; seqs from ${seq} are gone`)
    if (seq < next && otherwise === 'deleted') this.#gaps.push({ from: seq, to: next - 1 })
    if (this.#gaps.length > MAX_GAPS) this.#gone(this.#gaps.shift())
    this.#last = { seq: next - 1, hash: null }
  }

  #gone(gap: Gap | undefined): void {
    if (gap !== undefined) this.#find(gap.from, 'deleted', gap.from === gap.to ? 'it is gone' : `it and all to seq ${gap.to} are gone`)
  }

  /** Strays between two neighbours that need nothing between them. */
  #extra(seq: number): void {
    for (const stray of this.#strays) this.#find(seq, insertedReason(stray), stray.detail)
    this.#strays = []
  }

  /** Strays after the last entry the head knows. */
  #trailing(): void {
    for (const stray of this.#strays) {
      this.#find(this.#last.seq + 1, stray.kind === 'forged' ? reasonOf(stray) : insertedReason(stray), stray.detail)
    }
    this.#strays = []
  }

  #checkKey(entry: Entry, key: string): void {
    const rank = this.#keys.rank(key)
    if (rank < this.#keyRank || entry.seq > this.#keys.lastSeq(this.#stream, key)) {
      this.#find(entry.seq, 'key-retired', `sealed with key ${key}, which was retired before`)
    }
    this.#keyRank = Math.max(rank, this.#keyRank)
  }

  #checkAgainst(entry: Entry, hash: string): void {
    const head = this.#head
    if (head.kind === 'head' && entry.seq === head.seq && hash !== head.hash) {
      this.#find(entry.seq, 'head-mismatch', 'the head vouches for another entry at this seq')
    }
    if (entry.seq === this.#watched?.seq && hash !== this.#watched.hash) {
      this.#find(entry.seq, 'rolled-back', 'the checkpoint vouches for another entry at this seq')
    }
  }

  #checkWatched(): void {
    const seq = this.#watched?.seq ?? 0
    if (this.#last.seq < seq) this.#find(this.#last.seq + 1, 'rolled-back', `the checkpoint saw ${seq} entries`)
  }

  /** What earlier writers had to say about the state they found. */
  #hear(entry: Entry): void {
    if (entry.kind === 'head.lost') this.#find(entry.seq, 'head-lost', 'the head had gone when this was written; entries before it may have gone too')
    if (entry.kind === 'tail.repaired') this.#note(entry.seq, 'tail-repaired', 'an unfinished line of an interrupted writer was set aside')
    if (entry.kind === 'tail.damaged') this.#note(entry.seq, 'tail-damaged', 'the stream did not end as its head said when this was written')
  }

  #find(seq: number, reason: Reason, detail: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ stream: this.#stream, seq, reason, detail })
    else this.unlisted++
  }

  #note(seq: number, note: NoteName, detail: string): void {
    this.notes.push({ stream: this.#stream, seq, note, detail })
  }
}

function reasonOf(stray: Stray): Reason {
  if (stray.isPass) return 'forged-pass'
  return stray.kind === 'garbled' ? 'edited' : stray.kind
}

const insertedReason = (stray: Stray): Reason =>
  stray.isPass ? 'forged-pass' : stray.kind === 'spliced' ? 'spliced' : 'inserted'

const splitGap = ({ from, to }: Gap, seq: number): Gap[] =>
  [
    { from, to: seq - 1 },
    { from: seq + 1, to },
  ].filter((gap) => gap.from <= gap.to)
