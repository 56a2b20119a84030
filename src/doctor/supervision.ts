import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../hosts/find.ts'
import type { Host } from '../hosts/host.ts'
import { listBackups } from '../hosts/install/backup.ts'
import { holdsOwn, mentionsOurs } from '../hosts/install/command.ts'
import type { Site } from '../hosts/install/hooks.ts'
import { launcherPath, startedProgram } from '../hosts/install/launcher.ts'
import { HOSTS } from '../hosts/registry.ts'
import { LedgerError } from '../ledger/errors.ts'
import { requireOwnerOnly } from '../ledger/stores/files/home.ts'
import { openKeyring } from '../ledger/stores/files/keyring.ts'
import { currentKeyPath } from '../ledger/stores/files/layout.ts'
import { listStreams } from '../ledger/stores/files/list.ts'
import { rotationsOf } from '../ledger/stores/files/rotations.ts'
import { checkSettings } from './checks/settings.ts'
import { type HeldFile, heldFiles, read, settingsOf } from './facts/settings.ts'
import { type DoctorFinding, finding, type Remark } from './finding.ts'

/** Tells quickly, without starting anything, whether hooks here can do their work. "bailiff doctor" proves it. */

/** A host whose settings for this project have our hooks. `silent` is why they record nothing; null if they should work. */
export type HookedHost = { title: string; silent: DoctorFinding | null }

export function hookedHosts(home: string, place: Site): HookedHost[] {
  const backups = listBackups(home)
  const ledger = { home, keys: keysOf(home) }
  return HOSTS.flatMap((host): HookedHost[] => {
    const held = heldFiles(host, place, backups).filter(({ text }) => mentionsOurs(text ?? '', host.name))
    if (held.length === 0) return []
    const silent = held.map(
      (file) =>
        [...checkSettings(host.install, file, ledger, host.plugin), ...switchesOf(host, file, place)].find(isSilent) ??
        unstartable(home, host, file, place),
    )
    // The hooks of one file are enough.
    return [{ title: host.install.title, silent: silent.includes(null) ? null : (silent[0] ?? null) }]
  })
}

/** Findings that keep hooks from recording in this ledger. Others, such as a missing event, leave gaps. */
const SILENT: readonly string[] = [
  'HOOKS_OFF',
  'HOOKS_UNTRUSTED',
  'HOOK_ELSEWHERE',
  'KEY_REPLACED',
  'SETTINGS_UNREADABLE',
]

const isSilent = (one: Remark): one is DoctorFinding => one.kind === 'finding' && SILENT.includes(one.code)

function switchesOf({ switches }: Host, { scope, ...file }: HeldFile, place: Site): Remark[] {
  const levels = (switches?.levels(place) ?? []).map((level) => ({
    ...level,
    settings: settingsOf(read(level.path).text, level.format),
  }))
  const held = scope === 'plugin' ? [] : [{ scope, ...file, settings: settingsOf(file.text) }]
  return switches?.check({ levels, held, place }) ?? []
}

/** Every key the ledger has had; null if the keys are unreadable. */
function keysOf(home: string): string[] | null {
  try {
    const keyring = openKeyring(home)
    return [...rotationsOf({ dir: home, keyring }).order, keyring.current().id]
  } catch {
    return null
  }
}

/** A person's own hook starts the launcher. Hooks that others share look for it, and for the program elsewhere. */
function unstartable(home: string, host: Host, { scope, path, text }: HeldFile, { env }: Site): DoctorFinding | null {
  const program = startedProgram(home)
  if (program !== null && existsSync(program)) return null
  const isElsewhere =
    !holdsOwn(text ?? '', host.name) &&
    (findProgram('bailiff', env['PATH'] ?? '') !== null ||
      (scope === 'plugin' && existsSync(join(dirname(dirname(path)), '../dist/bailiff.cjs'))))
  if (isElsewhere) return null
  const missing = program ?? launcherPath(home)
  return finding('LAUNCHER_MISSING', `${missing} is missing, so no hook can start.`, 'Run: bailiff init')
}

/** The finding that keeps every hook from recording, whatever the settings say; null if there is none. */
export function unusableLedger(home: string): DoctorFinding | null {
  try {
    if (existsSync(currentKeyPath(home))) {
      requireOwnerOnly(home)
      openKeyring(home).current()
    } else if (listStreams(home).length > 0) return unusable(`The keys of the ledger in ${home} are missing.`)
    return null
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    return unusable(error.message)
  }
}

const unusable = (what: string): DoctorFinding => finding('LEDGER_UNUSABLE', what, 'Run: bailiff doctor')
