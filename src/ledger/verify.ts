import type { Opened } from './chain.ts'
import type { AuditFinding, AuditNote, NoteName, Reason } from './findings.ts'
import { type Entry, GENESIS, PASS_KIND, type Tail } from './kinds.ts'

/** The end of a stream according to its head. */
export type KnownHead = ({ kind: 'head' } & Tail) | { kind: 'missing' } | { kind: 'forged'; why: string }

/** The keys a stream may use, according to the rotation entries. */
export type KeyRules = {
  /** The key's position in the rotation order. */
  rank(key: string): number
  /** The last seq of a stream that a key may seal. */
  lastSeq(stream: string, key: string): number
  /** The stream's end at each key retirement. Entries up to it must not change, so retired keys cannot reseal them. */
  stood(stream: string): readonly Tail[]
}

/** Consecutive lines that are not sealed entries of the stream. The entries around them determine their classification. */
type Stray = { kind: 'edited' | 'garbled' | 'spliced' | 'forged'; isPass: boolean; detail: string; count: number }

type Gap = { from: number; to: number }

/** Maximum number of groups of consecutive bad lines. Further lines are counted in the last group of their kind. */
const MAX_STRAYS = 256
const MAX_FINDINGS = 1_000
const MAX_GAPS = 1_000
const MAX_NOTES = 1_000

/**
 * Audits one stream: takes its lines one by one, in constant memory, and reports how it was altered. Every entry it
 * accepts is sealed by one of our keys; all other lines are placed by the seqs of the entries around them.
 */
export class StreamAudit {
  readonly findings: AuditFinding[] = []
  readonly notes: AuditNote[] = []
  /** Number of findings past the limit, which are not listed. */
  unlisted = 0
  entries = 0
  readonly #stream: string
  readonly #head: KnownHead
  readonly #keys: KeyRules
  readonly #watched: Tail | null
  readonly #stood: readonly Tail[]
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
    this.#stood = keys.stood(stream)
  }

  get lastSeq(): number {
    return this.#last.seq
  }

  /** Takes the next line; returns its entry if it is genuine. */
  line(opened: Opened): Entry | null {
    if (opened.kind !== 'sealed') {
      this.#stray(opened)
      return null
    }
    this.entries++
    const isInPlace = this.#place(opened.entry, opened.hash)
    this.#checkKey(opened.entry, opened.key, isInPlace)
    this.#checkAgainst(opened.entry, opened.hash)
    this.#hear(opened.entry)
    return opened.entry
  }

  /** Records that there are bytes after the last newline. */
  torn(): void {
    this.#torn = true
  }

  /** Compares the last entry with the head, and reports remaining gaps and strays. */
  end(): void {
    const head = this.#head
    const until = head.kind === 'head' ? head.seq : this.#last.seq
    const isShort = this.#last.seq < until
    if (isShort) this.#fill(until + 1, 'truncated')
    else this.#trailing()
    for (const gap of this.#gaps) this.#gone(gap)
    if (head.kind === 'missing')
      this.#find(this.#last.seq, 'head-missing', 'no head: nothing proves where the stream ends')
    if (head.kind === 'forged') this.#find(this.#last.seq, 'head-forged', `invalid head: ${head.why}`)
    if (head.kind === 'head' && this.#last.seq > head.seq) {
      this.#note(
        head.seq,
        'head-lags',
        `${this.#last.seq - head.seq} valid entries after the head: a writer was interrupted`,
      )
    }
    if (this.#torn && !isShort)
      this.#note(this.#last.seq, 'torn-tail', 'the last line is incomplete: a writer was interrupted')
    this.#checkVouched()
  }

  #stray(opened: Exclude<Opened, { kind: 'sealed' }>): void {
    const isPass = opened.kind === 'forged' && opened.entry.kind === PASS_KIND
    const detail =
      opened.kind === 'spliced'
        ? `the entry belongs to ${opened.entry.stream}`
        : opened.kind !== 'forged'
          ? 'its bytes differ from the sealed ones'
          : opened.key === null
            ? 'sealed with an unknown key'
            : `the mac under key ${opened.key} does not verify`
    this.#count({ kind: opened.kind, isPass, detail, count: 1 })
  }

  #count(stray: Stray): void {
    const isAlike = (other: Stray): boolean => other.kind === stray.kind && other.isPass === stray.isPass
    const last = this.#strays.at(-1)
    const alike =
      last !== undefined && isAlike(last)
        ? last
        : this.#strays.length < MAX_STRAYS
          ? undefined
          : this.#strays.findLast(isAlike)
    if (alike === undefined) this.#strays.push(stray)
    else alike.count++
  }

  /** Returns true if the entry comes after all entries seen so far. */
  #place(entry: Entry, hash: string): boolean {
    const expected = this.#last.seq + 1
    const hadStrays = this.#strays.length > 0
    if (entry.seq > expected) this.#fill(entry.seq, 'deleted')
    else this.#extra(expected)
    if (entry.seq < expected) {
      this.#outOfPlace(entry.seq)
      return false
    }
    const follows = entry.seq === expected && !hadStrays && this.#last.hash !== null
    if (follows && entry.prev !== this.#last.hash)
      this.#find(entry.seq, 'forked', 'it links to a different entry than the one before it')
    this.#last = { seq: entry.seq, hash }
    return true
  }

  /** Handles a seq we have already passed: the entry was moved here from a gap, or it is a duplicate. */
  #outOfPlace(seq: number): void {
    const gap = this.#gaps.find(({ from, to }) => from <= seq && seq <= to)
    if (gap === undefined) this.#find(seq, 'duplicated', 'the entry is already in the stream')
    else {
      this.#find(seq, 'reordered', 'the entry was moved')
      this.#gaps = this.#gaps.flatMap((other) => (other === gap ? splitGap(gap, seq) : [other]))
    }
  }

  /** Assigns strays to the seqs missing before `next`; seqs without a stray are missing entries. */
  #fill(next: number, otherwise: 'deleted' | 'truncated'): void {
    let seq = this.#last.seq + 1
    for (const stray of this.#each()) {
      if (seq < next) this.#find(seq++, reasonOf(stray), stray.detail)
      // A newline written into a line makes two garbled lines; the second is not a separate finding.
      else if (stray.kind !== 'garbled') this.#find(seq, insertedReason(stray), stray.detail)
    }
    this.#strays = []
    if (seq < next && otherwise === 'truncated')
      this.#find(seq, 'truncated', `the head records ${next - 1} entries; those from seq ${seq} on are missing`)
    if (seq < next && otherwise === 'deleted') this.#gaps.push({ from: seq, to: next - 1 })
    if (this.#gaps.length > MAX_GAPS) this.#gone(this.#gaps.shift())
    this.#last = { seq: next - 1, hash: null }
  }

  #gone(gap: Gap | undefined): void {
    if (gap !== undefined)
      this.#find(
        gap.from,
        'deleted',
        gap.from === gap.to ? 'the entry is missing' : `entries up to seq ${gap.to} are missing`,
      )
  }

  /** Reports strays between two entries with consecutive seqs. */
  #extra(seq: number): void {
    for (const stray of this.#each()) this.#find(seq, insertedReason(stray), stray.detail)
    this.#strays = []
  }

  /** Reports strays after the last entry that the head records or, without a valid head, after the last entry we saw. */
  #trailing(): void {
    let seq = this.#last.seq + 1
    for (const stray of this.#each()) {
      const isEntry = stray.kind === 'forged' || this.#head.kind !== 'head'
      this.#find(seq, isEntry ? reasonOf(stray) : insertedReason(stray), stray.detail)
      if (isEntry) seq++
    }
    if (this.#head.kind !== 'head' && this.#strays.length > 0) this.#last = { seq: seq - 1, hash: null }
    this.#strays = []
  }

  *#each(): Generator<Stray> {
    for (const stray of this.#strays) for (let i = 0; i < stray.count; i++) yield stray
  }

  /** Keys must appear in rotation order. A moved line says nothing about when its key was used. */
  #checkKey(entry: Entry, key: string, isInPlace: boolean): void {
    const rank = this.#keys.rank(key)
    const isOld = isInPlace && rank < this.#keyRank
    if (isOld || entry.seq > this.#keys.lastSeq(this.#stream, key)) {
      this.#find(entry.seq, 'key-retired', `sealed with key ${key} after it was retired`)
    }
    this.#keyRank = Math.max(rank, this.#keyRank)
  }

  #checkAgainst(entry: Entry, hash: string): void {
    const head = this.#head
    if (head.kind === 'head' && entry.seq === head.seq && hash !== head.hash) {
      this.#find(entry.seq, 'head-mismatch', 'the head records a different entry at this seq')
    }
    if (entry.seq === this.#watched?.seq && hash !== this.#watched.hash) {
      this.#find(entry.seq, 'rolled-back', 'the checkpoint records a different entry at this seq')
    }
    for (const stood of this.#stood) {
      if (entry.seq === stood.seq && hash !== stood.hash) {
        this.#find(
          entry.seq,
          'key-retired',
          'a different entry was here when keys were retired: this one was sealed later with a retired key',
        )
      }
    }
  }

  /** Checks that entries recorded by a retirement or a checkpoint still exist. */
  #checkVouched(): void {
    const stood = Math.max(0, ...this.#stood.map(({ seq }) => seq))
    if (this.#last.seq < stood)
      this.#find(this.#last.seq + 1, 'truncated', `the stream had ${stood} entries when keys were retired`)
    const seq = this.#watched?.seq ?? 0
    if (this.#last.seq < seq) this.#find(this.#last.seq + 1, 'rolled-back', `the checkpoint records ${seq} entries`)
  }

  /** Reports what earlier writers recorded about the state they found. */
  #hear(entry: Entry): void {
    if (entry.kind === 'head.lost')
      this.#find(
        entry.seq,
        'head-lost',
        'the head was missing when this was written; entries before it may be missing too',
      )
    if (entry.kind === 'tail.repaired')
      this.#note(entry.seq, 'tail-repaired', 'an incomplete line from an interrupted writer was set aside')
    if (entry.kind === 'tail.damaged')
      this.#note(entry.seq, 'tail-damaged', 'when this was written, the stream did not end where its head said')
  }

  #find(seq: number, reason: Reason, detail: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ stream: this.#stream, seq, reason, detail })
    else this.unlisted++
  }

  #note(seq: number, note: NoteName, detail: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push({ stream: this.#stream, seq, note, detail })
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
