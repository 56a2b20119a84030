import { lstatSync } from 'node:fs'
import { readPlain } from '../../../ledger/stores/files/disk.ts'
import type { Report } from '../attempt.ts'

/** No runner writes a larger report. */
const MAX_REPORT_BYTES = 64 << 20

/** Identifies a file and its state; null if there is no file. The value changes whenever a run writes the report. */
export function identityOf(path: string | null): string | null {
  const stat = path === null ? undefined : lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ')
}

/** Reads a report if it changed since `before`. Does not follow symlinks. */
export function readReport(path: string | null, before: string | null): Report {
  if (path === null) return { kind: 'none' }
  const now = identityOf(path)
  if (now === null) return { kind: 'absent' }
  return now === before ? { kind: 'left-over' } : readWritten(path)
}

function readWritten(path: string): Report {
  try {
    const read = readPlain(path, MAX_REPORT_BYTES)
    return read.kind === 'read' ? { kind: 'written', bytes: read.bytes } : { kind: 'unreadable' }
  } catch {
    return { kind: 'unreadable' }
  }
}
