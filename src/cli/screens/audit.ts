import type { VerifyReport } from '../../ledger/stores/files/verify.ts'
import type { Io } from '../command.ts'
import { type Colors, colors, plural, printable, table } from './output.ts'
import { fill } from './width.ts'

/** An audit for people: the headline, the amount read, the findings and the notes. */
export function renderAudit(headline: string, report: VerifyReport, io: Io): string {
  const c = colors(io.color)
  const title = report.ok ? c.green(fill(headline, '✓ ', '  ').trimEnd()) : c.red(fill(headline, '✗ ', '  ').trimEnd())
  const findings = byPlace(report.findings.map((one) => ({ ...one, name: one.reason })))
  const more = report.unlisted > 0 ? `  … and ${report.unlisted} more\n` : ''
  const notes = byPlace(report.notes.map((one) => ({ ...one, name: `note: ${one.note}` })))
  return `${title}\n  ${amount(report)}\n${findings}${more}${c.dim(notes)}`
}

export const countFindings = ({ findings, unlisted }: VerifyReport): string =>
  plural(findings.length + unlisted, 'finding')

const amount = ({ streams, entries, artifacts }: VerifyReport): string =>
  `${plural(streams, 'stream')}, ${plural(entries, 'entry', 'entries')}, ${plural(artifacts, 'artifact')} read back`

type Placed = { stream: string; seq: number; name: string; detail: string }

/** Rows under the name of their stream, which is too long for a column. */
function byPlace(rows: readonly Placed[]): string {
  const streams = [...new Set(rows.map(({ stream }) => stream))]
  return streams
    .map((stream) => {
      const own = rows.filter((row) => row.stream === stream)
      return `  ${stream}\n${table(own.map(({ seq, name, detail }) => [`    ${name}`, seq === 0 ? '' : `seq ${seq}`, printable(detail)]))}`
    })
    .join('')
}

/** Below the first word of a row of a session's screen. */
const EVIDENCE_INDENT = 16

/** The result of the audit, in one line. */
export const evidenceOf = (audit: VerifyReport, c: Colors): string =>
  audit.ok
    ? c.green(`✓ intact: ${plural(audit.entries, 'entry', 'entries')} verified`)
    : c.red(
        `✗ altered: ${countFindings(audit)}. Entries that do not verify\n${' '.repeat(EVIDENCE_INDENT)}are left out. Run: bailiff verify`,
      )
