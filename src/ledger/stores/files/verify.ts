import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Checkpoint } from '../../checkpoint.ts'
import { sha256 } from '../../digest.ts'
import { LedgerError } from '../../errors.ts'
import { fold } from '../../fold.ts'
import { isHash, STREAM_KINDS } from '../../kinds.ts'
import { emptyRegister, REGISTER_FOLDS, type Register } from '../../register.ts'
import { keyRules, type RetiredHeads } from '../../rotation.ts'
import { type AuditFinding, type AuditNote, type KeyRules, type KnownHead, type NoteName, type Reason } from '../../verify.ts'
import { auditStream } from './audit-stream.ts'
import { ArtifactAudit, type ArtifactCheck } from './check-artifacts.ts'
import { fileSize, readIfThere } from './disk.ts'
import { parseHead } from './head.ts'
import { requireOwnerOnly } from './home.ts'
import { openKeyring } from './keyring.ts'
import { artifactPath, currentKeyPath, headPath, KEY_STREAM, REGISTER, segmentPath, spoolDir } from './layout.ts'
import { filesIn, listHeads, listStreams } from './list.ts'
import { sealedEntries } from './read.ts'
import { rotationsOf } from './rotations.ts'
import { readSpool, SPOOL_FILE } from './spool.ts'
import type { Readable } from './tail.ts'

export type VerifyOptions = {
  /** Only these streams; all of them otherwise. */
  streams?: readonly string[]
  /** How many artifacts to read back; default all. */
  artifacts?: ArtifactCheck
  /** A checkpoint kept elsewhere, its signature already checked. */
  against?: Checkpoint
}

export type VerifyReport = {
  ok: boolean
  streams: number
  entries: number
  artifacts: number
  findings: AuditFinding[]
  notes: AuditNote[]
  /** Findings past the limit per stream, counted instead of listed. */
  unlisted: number
}

/** Audits a ledger on disk: streaming, in constant memory, without changing anything. */
export async function verifyFiles(path: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const dir = resolve(path)
  if (fileSize(join(dir, 'ledger')) === null && fileSize(currentKeyPath(dir)) === null) {
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
  /** What retired keys may have sealed is read from artifacts, so those are always checked. */
  readonly #keyArtifacts: ArtifactAudit
  readonly #keys: KeyRules
  readonly #report: VerifyReport = { ok: true, streams: 0, entries: 0, artifacts: 0, findings: [], notes: [], unlisted: 0 }

  constructor(home: Readable, options: VerifyOptions) {
    this.#home = home
    this.#options = options
    this.#artifacts = new ArtifactAudit(home.dir, options.artifacts ?? 'all')
    this.#keyArtifacts = new ArtifactAudit(home.dir, 'all')
    this.#keys = keyRules(rotationsOf(home), (sha256) => readRetiredHeads(home.dir, sha256))
  }

  async run(): Promise<VerifyReport> {
    // Files are listed before the register is read: a stream is listed there before its first file exists.
    const onDisk = [...new Set([...listStreams(this.#home.dir), ...listHeads(this.#home.dir)])]
    const register = readRegister(this.#home)
    this.#checkRegister(register)
    const streams = this.#options.streams ?? [...new Set([REGISTER, ...register.streams.keys(), ...onDisk])].sort()
    for (const stream of streams) await this.#stream(stream, register)
    if (this.#options.streams === undefined) this.#checkSpool()
    this.#checkCheckpoint(register)
    const report = this.#report
    for (const artifacts of [this.#artifacts, this.#keyArtifacts]) {
      await artifacts.end()
      report.findings.push(...artifacts.findings)
      report.artifacts += artifacts.checked
    }
    return { ...report, ok: report.findings.length === 0 }
  }

  #checkRegister(register: Register): void {
    if (fileSize(segmentPath(this.#home.dir, REGISTER, 1)) === null) {
      return this.#find(REGISTER, 0, 'register-missing', 'the list of streams is gone')
    }
    if (register.ledger === null) this.#find(REGISTER, 1, 'register-lost', 'the list of streams was begun anew; it does not open with the ledger’s id')
    for (const { stream, seq } of register.reopened) {
      this.#find(stream, 0, 'stream-reopened', `listed as new a second time (${REGISTER} seq ${seq}): the stream of that name before it is gone`)
    }
  }

  async #stream(stream: string, register: Register): Promise<void> {
    if (fileSize(segmentPath(this.#home.dir, stream, 1)) === null && !this.#hasLaterFiles(stream)) {
      return this.#absent(stream, register)
    }
    // Asked again, because its head may have been seen before it was listed.
    const listed = register.streams.get(stream) ?? readRegister(this.#home).streams.get(stream)
    if (listed === undefined && stream !== REGISTER) this.#find(stream, 0, 'stream-unlisted', `${REGISTER} does not list it: it was put here`)
    if (listed?.kind === 'collected' && !this.#wentOn(stream, listed.tombstone.seq)) {
      return this.#note(stream, 0, 'stream-collected', 'collected; its files are being removed')
    }
    await this.#audit(stream)
  }

  /** Whether a collection was interrupted before it removed anything, and the stream was written to since. */
  #wentOn(stream: string, tombstoneSeq: number): boolean {
    const head = this.#knownHead(stream)
    return head.kind === 'head' && head.seq > tombstoneSeq
  }

  #hasLaterFiles(stream: string): boolean {
    return listStreams(this.#home.dir).includes(stream)
  }

  /** A stream without a file: collected, never begun, or removed. */
  #absent(stream: string, register: Register): void {
    // Asked again, because a collection may have come between.
    const listed = register.streams.get(stream) && readRegister(this.#home).streams.get(stream)
    if (listed?.kind === 'collected') {
      const { seq, at } = listed.tombstone
      return this.#note(stream, seq, 'stream-collected', `removed by retention at ${at} with ${seq} entries`)
    }
    const head = this.#knownHead(stream)
    if (head.kind === 'head' && head.seq === 0) return this.#note(stream, 0, 'stream-empty', 'begun, but nothing was written')
    if (stream === REGISTER) return
    if (listed === undefined && head.kind === 'missing') throw new LedgerError('STREAM_UNKNOWN', `No stream ${stream}.`)
    this.#find(stream, 0, 'stream-missing', 'the stream is gone')
  }

  async #audit(stream: string): Promise<void> {
    const audit = await auditStream({
      dir: this.#home.dir,
      stream,
      // Read first: a writer moves the head only after its entry, so the stream is never behind it.
      head: this.#knownHead(stream),
      keys: this.#keys,
      checkSeal: this.#home.keyring.check,
      artifacts: stream === KEY_STREAM ? this.#keyArtifacts : this.#artifacts,
      watched: this.#options.against?.heads.get(stream) ?? null,
    })
    this.#report.streams++
    this.#report.entries += audit.entries
    this.#report.findings.push(...audit.findings)
    this.#report.notes.push(...audit.notes)
    this.#report.unlisted += audit.unlisted
  }

  #knownHead(stream: string): KnownHead {
    // A head may be read while it is being written; one that stays wrong is wrong.
    for (let attempt = 0; ; attempt++) {
      const stored = readIfThere(headPath(this.#home.dir, stream))
      if (stored === null) return { kind: 'missing' }
      const parsed = parseHead(stored, stream, this.#home.keyring.find)
      if (parsed.kind === 'head') return { kind: 'head', seq: parsed.head.seq, hash: parsed.head.hash }
      if (attempt === 3) return parsed
    }
  }

  #checkSpool(): void {
    const streams = STREAM_KINDS.flatMap((kind) => filesIn(join(this.#home.dir, 'spool', kind)).map((id) => `${kind}/${id}`))
    for (const stream of streams) {
      for (const name of filesIn(spoolDir(this.#home.dir, stream))) this.#spoolFile(stream, name)
    }
  }

  #spoolFile(stream: string, name: string): void {
    if (name.startsWith('.tmp-')) return
    const path = join(spoolDir(this.#home.dir, stream), name)
    const spooled = SPOOL_FILE.test(name) ? readSpool(this.#home, path, stream) : null
    // A writer may have chained and removed it meanwhile.
    if (spooled === null && statSync(path, { throwIfNoEntry: false }) !== undefined) {
      this.#find(stream, 0, 'spool-forged', `spool file ${name} is not ours`)
    } else if (spooled !== null) this.#note(stream, 0, 'spool-pending', `${spooled.entries.length} entries wait in ${name}; the next writer chains them`)
  }

  /** Streams the checkpoint saw that are not here at all; those that are were compared as they were read. */
  #checkCheckpoint(register: Register): void {
    const { against, streams } = this.#options
    if (against === undefined) return
    if (against.ledger !== register.ledger) this.#find(REGISTER, 0, 'checkpoint-foreign', `the checkpoint is of ledger ${against.ledger}`)
    for (const [stream, { seq }] of against.heads) {
      if (streams !== undefined && !streams.includes(stream)) continue
      const listed = register.streams.get(stream)
      const isCollected = listed?.kind === 'collected' && listed.tombstone.seq >= seq
      const isHere = fileSize(segmentPath(this.#home.dir, stream, 1)) !== null
      if (!isHere && !isCollected) this.#find(stream, 0, 'rolled-back', `the checkpoint saw it with ${seq} entries`)
    }
  }

  #find(stream: string, seq: number, reason: Reason, detail: string): void {
    this.#report.findings.push({ stream, seq, reason, detail })
  }

  #note(stream: string, seq: number, note: NoteName, detail: string): void {
    this.#report.notes.push({ stream, seq, note, detail })
  }
}

const readRegister = (home: Readable): Register => fold(sealedEntries(home, REGISTER), emptyRegister(), REGISTER_FOLDS)

/** Null where the list is gone or changed: the audit of its artifact says so, and nothing can be judged by it. */
function readRetiredHeads(dir: string, hash: string): RetiredHeads | null {
  const text = isHash(hash) ? readIfThere(artifactPath(dir, hash)) : null
  if (text === null || sha256(text) !== hash) return null
  const lines = text.toString('utf8').split('\n').slice(0, -1)
  return new Map(lines.map((line) => JSON.parse(line) as { stream: string; seq: number }).map(({ stream, seq }) => [stream, seq]))
}
