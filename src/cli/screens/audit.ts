import type { VerifyReport } from '../../ledger/stores/files/verify.ts'
import type { Io } from '../command.ts'
import { colors, plural, printable, table } from './output.ts'

/** An audit for people: the headline, how much was read, what was found, and what is worth knowing. */
export function renderAudit(headline: string, report: VerifyReport, io: Io): string {
  const c = colors(io.color)
  const title = report.ok ? c.green(`✓ ${headline}`) : c.red(`✗ ${headline}`)
  const findings = table(
    report.findings.map(({ stream, seq, reason, detail }) => [`  ${reason}`, place(stream, seq), printable(detail)]),
  )
  const more = report.unlisted > 0 ? `  … and ${report.unlisted} more\n` : ''
  const notes = table(
    report.notes.map(({ stream, seq, note, detail }) => ['  note', note, place(stream, seq), printable(detail)]),
  )
  return `${title} ${amount(report)}.\n${findings}${more}${c.dim(notes)}`
}

export const countFindings = ({ findings, unlisted }: VerifyReport): string =>
  plural(findings.length + unlisted, 'finding')

const amount = ({ streams, entries, artifacts }: VerifyReport): string =>
  `${plural(streams, 'stream')}, ${plural(entries, 'entry', 'entries')}, ${plural(artifacts, 'artifact')} read back`

const place = (stream: string, seq: number): string => (seq === 0 ? stream : `${stream} seq ${seq}`)
