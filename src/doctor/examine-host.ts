import { listBackups } from '../hosts/install/backup.ts'
import { openKeyring } from '../ledger/stores/files/keyring.ts'
import { minuteInZone } from '../views/local-time.ts'
import type { Ask, Patient } from './ask.ts'
import { checkSettings } from './checks/settings.ts'
import type { LedgerFacts } from './facts/ledger.ts'
import { changedSince, lastSeen } from './facts/seen.ts'
import { read, settingsOf } from './facts/settings.ts'
import { finding, note, type Remark } from './finding.ts'
import { type Check, examined, skipped } from './report.ts'
import { stopsCheck } from './stops/play.ts'
import { canaryCheck, rehearsalCheck } from './trial.ts'

/** Checks one host: its settings, then its hooks as it would run them, then the program itself. */
export async function* examineHost(patient: Patient, ledger: LedgerFacts, ask: Ask): AsyncGenerator<Check> {
  const { hooks, held } = patient
  if (held.length === 0) return yield unwatched(patient)
  const settings = settingsCheck(patient, ledger, ask)
  yield settings
  const obstacle = obstacleIn(ledger)
  if (obstacle !== null) {
    for (const name of ['rehearsal', 'canary'] as const) yield skipped(hooks.host, name, obstacle)
    return
  }
  const rehearsal = await rehearsalCheck(patient, ask)
  yield rehearsal
  const stops = await stopsCheck(patient, ask)
  if (stops !== null) yield stops
  yield await canaryCheck(patient, ask, { settings, rehearsal, stops })
}

function unwatched({ hooks, isNamed, found }: Patient): Check {
  const { host, title } = hooks
  const said = [
    'HOST_UNWATCHED',
    `${title} does not have our hooks, so its agents are not recorded.`,
    `Run: bailiff init --host ${host}`,
  ] as const
  const where = found?.program ?? 'not in PATH'
  return isNamed
    ? examined(host, 'settings', [finding(...said)], where)
    : skipped(host, 'settings', where, [note(...said)])
}

/** Returns the reason why hooks cannot be run, or null. */
function obstacleIn(ledger: LedgerFacts): string | null {
  if (ledger.kind !== 'open') return 'not run: there is no usable ledger'
  const { pause, now } = ledger
  const isPaused = pause !== null && (pause.until === null || pause.until > now.toISOString())
  return isPaused ? 'not run: recording is paused' : null
}

function settingsCheck({ host, hooks, held, found }: Patient, ledger: LedgerFacts, { home, place }: Ask): Check {
  const { switches, plugin } = host
  const levels = (switches?.levels(place) ?? []).map((level) => ({
    ...level,
    settings: settingsOf(read(level.path).text, level.format),
  }))
  const files = held.flatMap(({ scope, ...file }) =>
    scope === 'plugin' ? [] : [{ scope, ...file, settings: settingsOf(file.text) }],
  )
  const keys = ledger.kind === 'open' ? ledger.keys : null
  const paths = [...new Set([...held.map(({ path }) => path), ...levels.map(({ path }) => path)])]
  const remarks = [
    ...held.flatMap((file) => checkSettings(hooks, file, { home, keys }, plugin)),
    ...(switches?.check({ levels, held: files, place }) ?? []),
    ...(ledger.kind === 'open' ? drift(home, hooks.host, paths) : []),
    ...(found?.program == null ? [absent(hooks.title)] : []),
  ]
  return examined(hooks.host, 'settings', remarks, held.map(({ path }) => path).join(', '))
}

const absent = (title: string): Remark =>
  note(
    'HOST_ABSENT',
    `${title} is not in PATH, so its hooks could not be tested live.`,
    'If you start it another way, there is nothing to do.',
  )

function drift(home: string, host: string, paths: readonly string[]): Remark[] {
  const seen = lastSeen({ dir: home, keyring: openKeyring(home) }, host, paths)
  if (seen === null) return []
  const written = new Set(listBackups(home).map(({ writtenSha256 }) => writtenSha256))
  return changedSince(seen, paths, written).map((path) =>
    note(
      'SETTINGS_CHANGED',
      `${path} has changed since a session last saw it, at ${minuteInZone(seen.at)}.`,
      'If you changed it, there is nothing to do.',
    ),
  )
}
