import { resolve } from 'node:path'
import type { Checkpoint } from '../../checkpoint.ts'
import { sha256 } from '../../digest.ts'
import { LedgerError } from '../../errors.ts'
import type { AuditFinding, AuditNote, NoteName, Reason } from '../../findings.ts'
import { isHash, isStreamName, type Tail } from '../../kinds.ts'
import { emptyRegister, type Listed, type Register } from '../../register.ts'
import { keyRules, type RetiredHeads } from '../../rotation.ts'
import type { KeyRules, KnownHead } from '../../verify.ts'
import { auditSpool } from './audit-spool.ts'
import { type AuditInput, auditStream } from './audit-stream.ts'
import { ArtifactAudit, type ArtifactCheck } from './check-artifacts.ts'
import { fileSize, readIfThere } from './disk.ts'
import { requireOwnerOnly } from './home.ts'
import { openKeyring } from './keyring.ts'
import { knownHead } from './known-head.ts'
import { artifactPath, currentKeyPath, headPath, KEY_STREAM, REGISTER, segmentPath } from './layout.ts'
import { listHeads, listSegments, listStreams } from './list.ts'
import { readRegister } from './read-register.ts'
import { rotationsOf } from './rotations.ts'
import type { Readable } from './stream-lines.ts'

export type VerifyOptions = {
  /** The streams to audit; default: all. */
  streams?: readonly string[]
  /** The artifacts to read back; default: all. */
  artifacts?: ArtifactCheck
  /** A checkpoint kept elsewhere; its signature has already been checked. */
  against?: Checkpoint
}

export type VerifyReport = {
  ok: boolean
  streams: number
  entries: number
  artifacts: number
  findings: AuditFinding[]
  notes: AuditNote[]
  /** Number of findings past the limit per stream, which are not listed. */
  unlisted: number
}

/** Audits a ledger on disk in constant memory, without changing anything. */
export async function verifyFiles(path: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const dir = resolve(path)
  if (!hasCurrentKey(dir) && streamsOnDisk(dir).length === 0) {
    throw new LedgerError('HOME_EMPTY', `No ledger in ${dir}. Set BAILIFF_HOME, or pass --home, if it is elsewhere.`)
  }
  requireOwnerOnly(dir)
  const audit = new LedgerAudit({ dir, keyring: openKeyring(dir) }, options)
  return audit.run()
}

class LedgerAudit {
  readonly #home: Readable
  readonly #options: VerifyOptions
  readonly #artifacts: ArtifactAudit
  /** The artifacts with the limits of retired keys, which are always checked. */
  readonly #keyArtifacts: ArtifactAudit
  readonly #keys: KeyRules
  /** The retired keys. A rotation reseals every head, so a head under a retired key is not ours. */
  readonly #retired: ReadonlySet<string>
  /** The files of each stream, and the register, when the audit began. */
  #segments: ReadonlyMap<string, readonly number[]> = new Map()
  #register: Register = emptyRegister()
  /** The register as last read, and its head at that time. */
  #latest: { register: Register; head: Buffer | null } | null = null
  readonly #report: VerifyReport = {
    ok: true,
    streams: 0,
    entries: 0,
    artifacts: 0,
    findings: [],
    notes: [],
    unlisted: 0,
  }

  constructor(home: Readable, options: VerifyOptions) {
    this.#home = home
    this.#options = options
    this.#artifacts = new ArtifactAudit(home.dir, options.artifacts ?? 'all')
    this.#keyArtifacts = new ArtifactAudit(home.dir, 'all')
    const rotations = rotationsOf(home)
    this.#retired = new Set(rotations.retired.flatMap(({ keys }) => keys))
    this.#keys = keyRules(rotations, {
      headsOf: (sha256) => readRetiredHeads(home.dir, sha256),
      beganAt: (stream) => this.#beganAt(stream),
      register: REGISTER,
    })
  }

  async run(): Promise<VerifyReport> {
    // Files are listed before the register is read, because a stream is registered before its first file exists.
    const onDisk = streamsOnDisk(this.#home.dir)
    this.#segments = listSegments(this.#home.dir)
    const register = this.#latestRegister()
    this.#register = register
    if (!this.#isBeginning(register, onDisk)) this.#checkRegister(register)
    const streams = this.#options.streams ?? [...new Set([REGISTER, ...register.streams.keys(), ...onDisk])].sort()
    for (const stream of streams) await this.#stream(stream)
    if (this.#options.streams === undefined) {
      const { findings, notes } = auditSpool(this.#home)
      this.#report.findings.push(...findings)
      this.#report.notes.push(...notes)
    }
    this.#checkCheckpoint(register)
    for (const artifacts of [this.#artifacts, this.#keyArtifacts]) {
      await artifacts.end()
      this.#report.findings.push(...artifacts.findings)
      this.#report.artifacts += artifacts.checked
      this.#report.unlisted += artifacts.unlisted
    }
    const findings = this.#lasting(this.#report.findings)
    return { ...this.#report, findings, ok: findings.length === 0 }
  }

  /** Drops findings about streams that were collected during the audit: the collector had verified them. */
  #lasting(findings: AuditFinding[]): AuditFinding[] {
    if (findings.length === 0) return findings
    const { streams } = this.#latestRegister()
    return findings.filter(({ stream }) => {
      const before = this.#register.streams.get(stream)
      const after = streams.get(stream)
      return before === undefined || (before.kind === after?.kind && before.since === after.since)
    })
  }

  /** The current register; read again only if it was written to. */
  #latestRegister(): Register {
    const head = readIfThere(headPath(this.#home.dir, REGISTER))
    const isKnown =
      this.#latest !== null && (head === null ? this.#latest.head === null : this.#latest.head?.equals(head) === true)
    if (this.#latest === null || !isKnown) this.#latest = { register: readRegister(this.#home), head }
    return this.#latest.register
  }

  #beganAt(stream: string): number {
    return this.#register.streams.get(stream)?.since ?? 0
  }

  /** True if the ledger is still being set up: an empty register and no `keys/current`, which is written last. */
  #isBeginning(register: Register, onDisk: readonly string[]): boolean {
    const isEmpty = register.ledger === null && register.streams.size === 0
    return isEmpty && !hasCurrentKey(this.#home.dir) && onDisk.every((stream) => stream === REGISTER)
  }

  #checkRegister(register: Register): void {
    if (fileSize(segmentPath(this.#home.dir, REGISTER, 1)) === null) {
      this.#find(REGISTER, 0, 'register-missing', 'the list of streams is missing')
    } else if (register.ledger === null)
      this.#find(
        REGISTER,
        1,
        'register-lost',
        'the list of streams was recreated: it does not start with the ledger’s id',
      )
    for (const { stream, seq } of register.reopened) {
      this.#find(
        stream,
        0,
        'stream-reopened',
        `listed as new twice (again at ${REGISTER} seq ${seq}): the earlier stream with this name was removed`,
      )
    }
  }

  async #stream(stream: string): Promise<void> {
    if (!isStreamName(stream)) throw unknown(stream)
    // The head is read first: a writer updates it after the entry, so the stream is never behind it.
    const head = await knownHead(this.#home, stream, this.#retired)
    if (!this.#hasFiles(stream)) return this.#absent(stream, head)
    const listed = this.#listed(stream)
    if (listed === undefined && stream !== REGISTER)
      this.#find(stream, 0, 'stream-unlisted', `${REGISTER} does not list it: this ledger did not create it`)
    // A collection may have been interrupted before it removed anything, and writers may have continued the stream.
    const wentOn = listed?.kind === 'collected' && head.kind === 'head' && head.seq > listed.tombstone.seq
    if (listed?.kind === 'collected' && !wentOn) return this.#remains(stream)
    await this.#audit(stream, head)
  }

  #hasFiles(stream: string): boolean {
    const segments = this.#segments.get(stream) ?? [1]
    return segments.some((segment) => fileSize(segmentPath(this.#home.dir, stream, segment)) !== null)
  }

  /** The register's record of a stream, read again unless the stream is open: it may just have been opened or collected. */
  #listed(stream: string): Listed | undefined {
    const listed = this.#register.streams.get(stream)
    return listed?.kind === 'open' ? listed : this.#latestRegister().streams.get(stream)
  }

  /** Reports a stream without a file: it was collected, never begun, or removed. */
  #absent(stream: string, head: KnownHead): void {
    const listed = this.#latestRegister().streams.get(stream)
    if (listed?.kind === 'collected') {
      const { seq, at } = listed.tombstone
      this.#note(stream, seq, 'stream-collected', `removed by retention at ${at} with ${seq} entries`)
    } else if (head.kind === 'head' && head.seq === 0)
      this.#note(stream, 0, 'stream-empty', 'created, but nothing was written')
    else if (listed === undefined && head.kind === 'missing' && stream !== REGISTER) throw unknown(stream)
    else if (stream !== REGISTER) this.#find(stream, 0, 'stream-missing', 'the stream is missing')
  }

  /** Audits a collected stream's files: an interrupted collection leaves only intact entries, possibly without a head. */
  async #remains(stream: string): Promise<void> {
    const audit = await auditStream({
      ...this.#inputFor(stream, { kind: 'missing' }),
      keys: { ...this.#keys, stood: () => [] },
      artifacts: new ArtifactAudit(this.#home.dir, 'none'),
      watched: null,
    })
    const isLeft = audit.findings.every(({ reason }) => reason === 'head-missing')
    if (isLeft) this.#note(stream, 0, 'stream-collected', 'collected; its files are being removed')
    else
      this.#find(
        stream,
        0,
        'stream-unlisted',
        'the stream was collected, but the files under its name are not the original ones',
      )
  }

  async #audit(stream: string, head: KnownHead): Promise<void> {
    const audit = await auditStream(this.#inputFor(stream, head))
    this.#report.streams++
    this.#report.entries += audit.entries
    this.#report.findings.push(...audit.findings)
    this.#report.notes.push(...audit.notes)
    this.#report.unlisted += audit.unlisted
  }

  #inputFor(stream: string, head: KnownHead): AuditInput {
    return {
      dir: this.#home.dir,
      stream,
      segments: this.#segments.get(stream) ?? [1],
      head,
      keys: this.#keys,
      checkSeal: this.#home.keyring.check,
      artifacts: stream === KEY_STREAM ? this.#keyArtifacts : this.#artifacts,
      watched: this.#watched(stream),
    }
  }

  /** The checkpoint's record of a stream; null if that stream has since been collected and a new one took its name. */
  #watched(stream: string): Tail | null {
    const seen = this.#options.against?.heads.get(stream)
    return seen === undefined || this.#isNewSince(stream) ? null : seen
  }

  /** True if a stream began after the checkpoint was made. */
  #isNewSince(stream: string): boolean {
    return this.#beganAt(stream) > (this.#options.against?.heads.get(REGISTER)?.seq ?? Number.POSITIVE_INFINITY)
  }

  /** Reports streams in the checkpoint that are missing here. Existing streams were compared while they were read. */
  #checkCheckpoint(register: Register): void {
    const { against, streams } = this.#options
    if (against === undefined) return
    if (against.ledger !== register.ledger)
      this.#find(REGISTER, 0, 'checkpoint-foreign', `the checkpoint belongs to ledger ${against.ledger}`)
    for (const [stream, { seq }] of against.heads) {
      if (streams !== undefined && !streams.includes(stream)) continue
      const listed = register.streams.get(stream)
      const isCollected = listed?.kind === 'collected' && (listed.tombstone.seq >= seq || this.#isNewSince(stream))
      if (!this.#hasFiles(stream) && !isCollected)
        this.#find(stream, 0, 'rolled-back', `the checkpoint records ${seq} entries, but the stream is missing`)
    }
  }

  #find(stream: string, seq: number, reason: Reason, detail: string): void {
    this.#report.findings.push({ stream, seq, reason, detail })
  }

  #note(stream: string, seq: number, note: NoteName, detail: string): void {
    this.#report.notes.push({ stream, seq, note, detail })
  }
}

const hasCurrentKey = (dir: string): boolean => fileSize(currentKeyPath(dir)) !== null

const streamsOnDisk = (dir: string): string[] => [...new Set([...listStreams(dir), ...listHeads(dir)])]

/** Returns null if the list is missing or changed. The artifact audit reports that, and the list is not used. */
function readRetiredHeads(dir: string, hash: string): RetiredHeads | null {
  const text = isHash(hash) ? readIfThere(artifactPath(dir, hash)) : null
  if (text === null || sha256(text) !== hash) return null
  const lines = text.toString('utf8').split('\n').slice(0, -1)
  return new Map(
    lines
      .map((line) => JSON.parse(line) as Tail & { stream: string })
      .map(({ stream, seq, hash }) => [stream, { seq, hash }]),
  )
}

const unknown = (stream: string): LedgerError =>
  new LedgerError('STREAM_UNKNOWN', `No stream ${stream}. Run: bailiff sessions --all`)
