import { minuteUtc } from '../../views/local-time.ts'
import type { LedgerFacts, Permission } from '../facts/ledger.ts'
import { type DoctorFinding, finding, note, type Remark } from '../finding.ts'

/** Whether what is recorded has a place to go to, and is as it was written. Pure. */
export function checkLedger(facts: LedgerFacts): Remark[] {
  switch (facts.kind) {
    case 'absent':
      return [finding('LEDGER_ABSENT', `There is no ledger in ${facts.home}.`, 'Run: bailiff init')]
    case 'unusable':
      return [unusable(facts.code, facts.message)]
    case 'open':
      return [...facts.permissions.flatMap(exposed), ...broken(facts), ...paused(facts), ...waiting(facts)]
  }
}

type Open = Extract<LedgerFacts, { kind: 'open' }>

/** Messages of the ledger say what to run, where there is something to run. */
function unusable(code: string, message: string): DoctorFinding {
  const [what = '', mend] = message.split(' Run: ')
  return finding(
    'LEDGER_UNUSABLE',
    `${what} [${code}]`,
    mend === undefined ? `See docs/errors.md, ${code}.` : `Run: ${mend}`,
  )
}

/** Others may look at nothing and write nowhere, and we may do both. */
function exposed({ path, isOurs, mode, isUsable, isKey }: Permission): DoctorFinding[] {
  const exposed = (what: string, mend: string): DoctorFinding[] => [finding('FILES_EXPOSED', what, `Run: ${mend}`)]
  if (!isOurs) return exposed(`${path} belongs to another user.`, `sudo chown -R "$(id -u)" ${path}`)
  if (isKey && (mode & 0o077) !== 0)
    return exposed(`Other users can use ${path}: whoever reads it can forge entries.`, `chmod 400 ${path}`)
  if (!isKey && (mode & 0o022) !== 0) return exposed(`Other users can write in ${path}.`, `chmod go-w ${path}`)
  if (isUsable) return []
  return exposed(
    `${path} cannot be ${isKey ? 'read' : 'written'} by its owner.`,
    `chmod u+${isKey ? 'r' : 'rwx'} ${path}`,
  )
}

function broken({ audit }: Open): DoctorFinding[] {
  const [first] = audit.findings
  if (first === undefined) return []
  const count = audit.findings.length + audit.unlisted
  return [
    finding(
      'LEDGER_BROKEN',
      `The ledger is not as it was written: ${count === 1 ? 'one finding' : `${count} findings, the first`} ${first.reason} in ${first.stream}.`,
      'Run: bailiff verify',
    ),
  ]
}

function paused({ pause, now }: Open): DoctorFinding[] {
  if (pause === null || (pause.until !== null && pause.until <= now.toISOString())) return []
  return [
    finding(
      'RECORDING_PAUSED',
      `Nothing is recorded and nothing is denied since ${minuteUtc(pause.since)}${pause.until === null ? '' : `, until ${minuteUtc(pause.until)}`}: somebody paused it.`,
      'Run: bailiff resume',
    ),
  ]
}

function waiting({ audit }: Open): Remark[] {
  const pending = audit.notes.filter((one) => one.note === 'spool-pending')
  if (pending.length === 0) return []
  const streams = [...new Set(pending.map(({ stream }) => stream))]
  return [
    note(
      'SPOOL_WAITING',
      `Entries wait in the spool, of ${streams.join(', ')}: a writer could not have the lock in time.`,
      'Nothing to do: the next entry of that stream chains them. If they stay, see LOCK_TIMEOUT in docs/errors.md.',
    ),
  ]
}
