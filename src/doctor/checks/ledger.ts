import { minuteInZone } from '../../views/local-time.ts'
import type { LedgerFacts, Permission } from '../facts/ledger.ts'
import { type DoctorFinding, finding, note, type Remark } from '../finding.ts'

/** Checks that the ledger can be written and is unchanged. Pure. */
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

/** Splits a ledger error into the problem and the command to run, if it names one. */
function unusable(code: string, message: string): DoctorFinding {
  const [what = '', command] = message.split(' Run: ')
  return finding(
    'LEDGER_UNUSABLE',
    `${what} [${code}]`,
    command === undefined ? `For ${code}, see: bailiff docs errors` : `Run: ${command}`,
  )
}

/** Other users must not read keys or write anywhere; the owner must be able to do both. */
function exposed({ path, isOurs, mode, isUsable, isKey }: Permission): DoctorFinding[] {
  const exposed = (what: string, command: string): DoctorFinding[] => [
    finding('FILES_EXPOSED', what, `Run: ${command}`),
  ]
  if (!isOurs) return exposed(`${path} belongs to another user.`, `sudo chown -R "$(id -u)" ${path}`)
  if (isKey && (mode & 0o077) !== 0)
    return exposed(`Other users have access to the key ${path}; with it they can forge entries.`, `chmod 400 ${path}`)
  if (!isKey && (mode & 0o022) !== 0) return exposed(`Other users can write to ${path}.`, `chmod go-w ${path}`)
  if (isUsable) return []
  return exposed(`The owner cannot ${isKey ? 'read' : 'write to'} ${path}.`, `chmod u+${isKey ? 'r' : 'rwx'} ${path}`)
}

function broken({ audit }: Open): DoctorFinding[] {
  const [first] = audit.findings
  if (first === undefined) return []
  const count = audit.findings.length + audit.unlisted
  return [
    finding(
      'LEDGER_BROKEN',
      `The ledger fails verification: ${first.reason} in ${first.stream}${count === 1 ? '' : ` (the first of ${count} findings)`}.`,
      'Run: bailiff verify',
    ),
  ]
}

function paused({ pause, now }: Open): DoctorFinding[] {
  if (pause === null || (pause.until !== null && pause.until <= now.toISOString())) return []
  return [
    finding(
      'RECORDING_PAUSED',
      `Recording has been paused since ${minuteInZone(pause.since)}${pause.until === null ? '' : `, until ${minuteInZone(pause.until)}`}: nothing is recorded or denied.`,
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
      `Entries for ${streams.join(', ')} are waiting in the spool, because a writer did not get the lock in time.`,
      'Nothing to do: the next entry of that stream chains them. If they stay, read about LOCK_TIMEOUT: bailiff docs errors',
    ),
  ]
}
