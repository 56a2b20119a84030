import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Checkpoint, openCheckpoint } from '../../checkpoint.ts'
import { LedgerError } from '../../errors.ts'
import { auditStream } from './audit-stream.ts'
import { ArtifactAudit, type ArtifactCheck } from './check-artifacts.ts'
import { explainDisk, readAt, readIfThere, writeAll } from './disk.ts'
import { EXPORT_CHECKPOINT, EXPORT_VKEY } from './export.ts'
import { listStreams } from './list.ts'
import { parseTarHeader, tarPadding } from './tar.ts'
import type { VerifyReport } from './verify.ts'

/** What an export may hold; nothing else is unpacked. */
const FILES = /^(?:checkpoint\.txt|vkey\.txt|ledger\/[a-z]+\/[A-Za-z0-9._-]{1,128}(?:~\d{1,6})?\.jsonl|artifacts\/[0-9a-f]{2}\/[0-9a-f]{64})$/
const CHUNK_BYTES = 1 << 18

/**
 * Verifies an export anywhere. `vkey` is the ledger's verifier key as its owner gave it; without it the one in the file
 * is used, which shows that the file is whole, but not whose it is.
 */
export async function verifyExport(path: string, options: { vkey?: string; artifacts?: ArtifactCheck } = {}): Promise<VerifyReport> {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-export-'))
  try {
    unpack(path, dir)
    const note = readIfThere(join(dir, EXPORT_CHECKPOINT))?.toString('utf8')
    const vkey = options.vkey ?? readIfThere(join(dir, EXPORT_VKEY))?.toString('utf8')
    if (note === undefined || vkey === undefined) throw new LedgerError('EXPORT_INVALID', `Not a whole export: ${EXPORT_CHECKPOINT} or ${EXPORT_VKEY} is missing.`)
    return await auditExport(dir, openCheckpoint(note, vkey), options)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function unpack(path: string, dir: string): void {
  const fd = openSync(path, 'r')
  try {
    for (let at = 0; ; ) {
      const file = parseTarHeader(readAt(fd, at, 512))
      if (file === null) return
      if (!FILES.test(file.name)) throw new LedgerError('EXPORT_INVALID', `Not a whole export: it holds ${JSON.stringify(file.name)}.`)
      copyOut(fd, at + 512, file.bytes, join(dir, file.name))
      at += 512 + file.bytes + tarPadding(file.bytes).length
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
      if (chunk.length === 0) throw new LedgerError('EXPORT_INVALID', 'Not a whole export: it ends in the middle.')
      writeAll(fd, chunk, done)
      done += chunk.length
    }
  } finally {
    closeSync(fd)
  }
}

async function auditExport(dir: string, saw: Checkpoint, options: { vkey?: string; artifacts?: ArtifactCheck }): Promise<VerifyReport> {
  const artifacts = new ArtifactAudit(dir, options.artifacts ?? 'all')
  const detail = `seals are not checked here: their keys stay at home. The chain and the signature ${options.vkey ? 'of the key you gave' : 'of the key in the file'} are`
  const report: VerifyReport = { ok: true, streams: 0, entries: 0, artifacts: 0, findings: [], notes: [{ stream: '', seq: 0, note: 'keys-absent', detail }], unlisted: 0 }
  for (const stream of new Set([...saw.heads.keys(), ...listStreams(dir)])) {
    const head = saw.heads.get(stream)
    if (head === undefined) report.findings.push({ stream, seq: 0, reason: 'stream-unlisted', detail: 'the checkpoint does not list it' })
    const audit = await auditStream({
      dir,
      stream,
      head: head === undefined ? { kind: 'missing' } : { kind: 'head', ...head },
      keys: { rank: () => 0, lastSeq: () => Number.POSITIVE_INFINITY },
      checkSeal: () => 'ours',
      artifacts,
      watched: null,
    })
    if (head !== undefined && audit.lastSeq > head.seq) {
      report.findings.push({ stream, seq: head.seq + 1, reason: 'inserted', detail: 'the checkpoint does not vouch for what follows' })
    }
    report.streams++
    report.entries += audit.entries
    report.findings.push(...audit.findings)
    report.notes.push(...audit.notes.filter(({ note }) => note !== 'head-lags'))
    report.unlisted += audit.unlisted
  }
  await artifacts.end()
  const findings = [...report.findings, ...artifacts.findings]
  return { ...report, findings, artifacts: artifacts.checked, ok: findings.length === 0 }
}
