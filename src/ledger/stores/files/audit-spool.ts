import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditFinding, AuditNote } from '../../findings.ts'
import { STREAM_KINDS } from '../../kinds.ts'
import { fileSize, TEMP_PREFIX } from './disk.ts'
import { spoolDir } from './layout.ts'
import { filesIn } from './list.ts'
import { readSpool, SPOOL_FILE } from './spool.ts'
import type { Readable } from './stream-lines.ts'

export type SpoolAudit = { findings: AuditFinding[]; notes: AuditNote[] }

/** Audits the spool: our own files are waiting for the next writer; all others are findings. */
export function auditSpool(home: Readable): SpoolAudit {
  const audit: SpoolAudit = { findings: [], notes: [] }
  const streams = STREAM_KINDS.flatMap((kind) => filesIn(join(home.dir, 'spool', kind)).map((id) => `${kind}/${id}`))
  for (const stream of streams) {
    const dir = spoolDir(home.dir, stream)
    if (fileSize(dir) !== null) {
      audit.findings.push({
        stream,
        seq: 0,
        reason: 'spool-forged',
        detail: 'a file has the name of the spool directory',
      })
    }
    for (const name of filesIn(dir)) auditFile(home, stream, name, audit)
  }
  return audit
}

function auditFile(home: Readable, stream: string, name: string, audit: SpoolAudit): void {
  if (name.startsWith(TEMP_PREFIX)) return
  const path = join(spoolDir(home.dir, stream), name)
  const spooled = SPOOL_FILE.test(name) ? readSpool(home, path, stream) : null
  if (spooled !== null) {
    const detail = `${spooled.entries.length} entries are waiting in ${name}; the next writer chains them`
    audit.notes.push({ stream, seq: 0, note: 'spool-pending', detail })
  } else if (statSync(path, { throwIfNoEntry: false }) !== undefined) {
    // Checked last: a writer may have chained and removed the file in the meantime.
    audit.findings.push({
      stream,
      seq: 0,
      reason: 'spool-forged',
      detail: `this ledger did not write spool file ${name}`,
    })
  }
}
