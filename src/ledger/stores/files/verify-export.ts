import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Checkpoint, openCheckpoint } from '../../checkpoint.ts'
import { LedgerError } from '../../errors.ts'
import type { AuditFinding, AuditNote, NoteName } from '../../findings.ts'
import { STREAM_KINDS } from '../../kinds.ts'
import type { KnownHead, StreamAudit } from '../../verify.ts'
import { auditStream } from './audit-stream.ts'
import { ArtifactAudit, type ArtifactCheck } from './check-artifacts.ts'
import { explainDisk, fileSize, readAt, readTextIfThere, writeAll } from './disk.ts'
import { EXPORT_CHECKPOINT, EXPORT_VKEY } from './export.ts'
import { filesIn, listSegments } from './list.ts'
import { type ReadAt, readTarFile } from './tar.ts'
import type { VerifyReport } from './verify.ts'

/** The files an export may contain; any other file makes it invalid. */
const FILES = new RegExp(
  `^(?:checkpoint\\.txt|vkey\\.txt|ledger/(?:${STREAM_KINDS.join('|')})/[A-Za-z0-9._-]{1,128}(?:~\\d{1,6})?\\.jsonl|artifacts/[0-9a-f]{2}/[0-9a-f]{64})$`,
)
const CHUNK_BYTES = 1 << 18

/**
 * Verifies an export on any machine. `vkey` is the ledger's verifier key, obtained from its owner. Without it, the key
 * in the file is used, which proves that the file is intact, but not whose it is.
 */
export async function verifyExport(path: string, options: Options = {}): Promise<VerifyReport> {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-export-'))
  try {
    unpack(path, dir)
    const note = readTextIfThere(join(dir, EXPORT_CHECKPOINT))
    const ownVkey = readTextIfThere(join(dir, EXPORT_VKEY))
    if (note === null || ownVkey === null) throw invalid(`${EXPORT_CHECKPOINT} or ${EXPORT_VKEY} is missing`)
    const vkey = (options.vkey ?? ownVkey).trim()
    const checkpoint = openCheckpoint(note, vkey)
    if (ownVkey !== `${vkey}\n`) throw invalid(`${EXPORT_VKEY} is not the key that signed it`)
    return await auditExport(dir, checkpoint, options)
  } catch (error) {
    throw explainDisk(error, path)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function unpack(path: string, dir: string): void {
  const fd = openSync(path, 'r')
  try {
    const read: ReadAt = (at, length) => readAt(fd, at, length)
    for (let file = readTarFile(read, 0); file !== null; file = readTarFile(read, file.nextAt)) {
      const to = join(dir, file.name)
      if (!FILES.test(file.name)) throw invalid(`unexpected file ${JSON.stringify(file.name)}`)
      if (fileSize(to) !== null) throw invalid(`${file.name} occurs twice`)
      copyOut(fd, file.dataAt, file.bytes, to)
    }
  } finally {
    closeSync(fd)
  }
}

function copyOut(from: number, position: number, bytes: number, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const fd = openSync(to, 'wx', 0o600)
  try {
    for (let done = 0; done < bytes; ) {
      const chunk = readAt(from, position + done, Math.min(CHUNK_BYTES, bytes - done))
      if (chunk.length === 0) throw invalid('the file is truncated')
      writeAll(fd, chunk, done)
      done += chunk.length
    }
  } finally {
    closeSync(fd)
  }
}

const invalid = (why: string): LedgerError => new LedgerError('EXPORT_INVALID', `Invalid export: ${why}.`)

type Options = { vkey?: string; artifacts?: ArtifactCheck }

async function auditExport(dir: string, saw: Checkpoint, options: Options): Promise<VerifyReport> {
  const artifacts = new ArtifactAudit(dir, options.artifacts ?? 'all')
  const named = new Set<string>()
  const report: VerifyReport = {
    ok: true,
    streams: 0,
    entries: 0,
    artifacts: 0,
    findings: [],
    notes: [keysAbsent(options)],
    unlisted: 0,
  }
  const segments = listSegments(dir)
  for (const stream of new Set([...saw.heads.keys(), ...segments.keys()])) {
    const audit = await auditStream({
      dir,
      stream,
      segments: segments.get(stream) ?? [],
      head: headOf(saw, stream),
      keys: { rank: () => 0, lastSeq: () => Number.POSITIVE_INFINITY, stood: () => [] },
      checkSeal: () => 'ours',
      artifacts: {
        entry: (entry) => {
          for (const { sha256 } of entry.artifacts) named.add(sha256)
          return artifacts.entry(entry)
        },
      },
      watched: null,
    })
    report.streams++
    report.entries += audit.entries
    report.findings.push(...findingsIn(audit, stream, saw, segments.has(stream)))
    report.notes.push(...audit.notes.filter(({ note }) => !AFTER_THE_END.includes(note)))
    report.unlisted += audit.unlisted
  }
  await artifacts.end()
  const findings = [...report.findings, ...artifacts.findings]
  if (findings.length === 0) findings.push(...unnamed(dir, named))
  return {
    ...report,
    findings,
    artifacts: artifacts.checked,
    unlisted: report.unlisted + artifacts.unlisted,
    ok: findings.length === 0,
  }
}

function keysAbsent({ vkey }: Options): AuditNote {
  const detail = `the chain was checked, and so was the signature, with the key ${vkey ? 'you gave' : 'in the file'}. Seals were not, because exports contain no keys`
  return { stream: '', seq: 0, note: 'keys-absent', detail }
}

function headOf({ heads }: Checkpoint, stream: string): KnownHead {
  const head = heads.get(stream)
  return head === undefined ? { kind: 'missing' } : { kind: 'head', ...head }
}

/** In a ledger these are traces of an interrupted writer, but an export must end where its checkpoint says. */
const AFTER_THE_END: readonly NoteName[] = ['head-lags', 'torn-tail']

function findingsIn(audit: StreamAudit, stream: string, { heads }: Checkpoint, isHere: boolean): AuditFinding[] {
  const head = heads.get(stream)
  if (head === undefined)
    return [{ stream, seq: 0, reason: 'stream-unlisted', detail: 'the checkpoint does not list it' }, ...audit.findings]
  if (!isHere)
    return [
      {
        stream,
        seq: 0,
        reason: 'stream-missing',
        detail: 'the checkpoint lists it, but the export does not contain it',
      },
    ]
  const goesOn = audit.notes.some(({ note }) => AFTER_THE_END.includes(note))
  if (!goesOn) return audit.findings
  return [
    ...audit.findings,
    { stream, seq: head.seq + 1, reason: 'inserted', detail: 'the checkpoint does not cover the entries from here on' },
  ]
}

function unnamed(dir: string, named: ReadonlySet<string>): AuditFinding[] {
  const stored = filesIn(join(dir, 'artifacts')).flatMap((part) => filesIn(join(dir, 'artifacts', part)))
  return stored
    .filter((sha256) => !named.has(sha256))
    .map((sha256) => ({ stream: '', seq: 0, reason: 'inserted', detail: `no entry names artifact ${sha256}` }))
}
