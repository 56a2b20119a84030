import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { withLock } from '../../ledger/stores/files/with-lock.ts'
import { approvalsFile } from '../codex/trust.ts'
import { type Backup, dropBackup, findBackup, type Kept, listBackups } from './backup.ts'
import {
  readSettings,
  removeFolders,
  removeSettings,
  requireWritable,
  type SettingsFile,
  writeSettings,
} from './file.ts'
import type { Place, Scope } from './hooks.ts'
import { hooksOf } from './hosts.ts'
import { record } from './install.ts'
import type { Target } from './plan.ts'
import { withoutOurs } from './remove.ts'

/** Which hooks to remove: of these hosts, or of all; of a scope of this project, or everything that was installed. */
export type Wanted = { hosts: readonly string[]; scope: Scope | null }

/**
 * What becomes of one file. `restored`: it holds the bytes it held before, or is gone where it was not there before.
 * `stripped`: others wrote since, and only ours was taken out. `untouched`: nothing of ours is in it.
 */
export type Removal = Pick<Backup, 'host' | 'scope' | 'part' | 'path'> & {
  kind: 'restored' | 'stripped' | 'untouched'
  file: SettingsFile
  after: Buffer | null
  folders: string[]
  /** Events in which hooks of others have moved up. */
  moved: string[]
}

/** Says what to remove, and removes nothing. Refuses everything if one file cannot be written. */
export function planUninstall(home: string, place: Place, wanted: Wanted): Removal[] {
  const removals = filesOf(home, place, wanted).map((one) => planRemoval(home, place, one))
  for (const { file, kind } of removals) if (kind !== 'untouched') requireWritable(file)
  return removals
}

/** Removes hooks, and keeps the evidence. */
export const uninstall = (home: Home, place: Place, wanted: Wanted): Removal[] =>
  withLock(home, 'install', () =>
    removeAll(home.dir, place, wanted, (removal) => record(home, 'hooks.removed', removal)),
  )

/** Removes hooks where there is no ledger, or none any more; nothing is recorded. */
export const uninstallUnrecorded = (dir: string, place: Place, wanted: Wanted): Removal[] =>
  removeAll(dir, place, wanted, () => {})

function removeAll(dir: string, place: Place, wanted: Wanted, tell: (body: JsonObject) => void): Removal[] {
  const removals = planUninstall(dir, place, wanted)
  for (const removal of removals) apply(dir, removal, tell)
  return removals
}

type File = Pick<Backup, 'host' | 'scope' | 'part' | 'path' | 'project'>

/** What was installed from this home; then what stands in this project and the person's settings all the same. */
function filesOf(home: string, place: Place, { hosts, scope }: Wanted): File[] {
  const isWanted = (one: File): boolean =>
    hosts.includes(one.host) &&
    (scope === null || (one.scope === scope && (scope === 'user' || one.project === place.project)))
  const known = listBackups(home).filter(isWanted)
  const scopes: readonly Scope[] = scope === null ? ['local', 'user'] : [scope]
  const found = hosts.flatMap((host) => scopes.flatMap((one) => filesAt({ hooks: hooksOf(host), scope: one }, place)))
  // Approvals first: which they are is read from the hooks.
  return [...known, ...found.filter(({ path }) => known.every((one) => one.path !== path))].sort((a, b) =>
    b.part.localeCompare(a.part),
  )
}

/** Only what may hold something of ours: what else is wrong with a file is nobody's business here. */
function filesAt({ hooks, scope }: Target, place: Place): File[] {
  const path = hooks.file(scope, place)
  if (path === null || !mentions(path, 'bailiff')) return []
  const file: File = { host: hooks.host, scope, part: 'hooks', path, project: place.project }
  const approvals = approvalsFile(hooks.folder(place))
  const isApproved = hooks.host === 'codex' && mentions(approvals, path)
  return isApproved ? [{ ...file, part: 'trust', path: approvals }, file] : [file]
}

const mentions = (path: string, word: string): boolean => readSettings(path).bytes?.includes(word) ?? false

function planRemoval(home: string, place: Place, { host, scope, part, path, project }: File): Removal {
  const file = readSettings(path)
  const kept = findBackup(home, file.target)
  const said = { host, scope, part, path, file, folders: kept?.folders ?? [], moved: [] }
  if (file.bytes === null) return { ...said, kind: 'untouched', after: null }
  if (kept !== null && isUntouched(kept, file.bytes)) return { ...said, kind: 'restored', after: kept.original }
  const { after, moved } = withoutOurs(file, { host, scope, part, project }, kept, place)
  return { ...said, kind: after?.equals(file.bytes) ? 'untouched' : 'stripped', after, moved }
}

/** Whether what stands there is what was written. */
const isUntouched = ({ writtenSha256 }: Kept, bytes: Buffer): boolean => sha256(bytes) === writtenSha256

function apply(dir: string, removal: Removal, tell: (body: JsonObject) => void): void {
  const { kind, file, after, folders, host, scope, part, path } = removal
  if (kind !== 'untouched') {
    if (after === null) removeSettings(file, folders)
    else writeSettings(file, after)
    tell({ host, scope, part, path, how: kind })
  } else if (file.bytes === null) removeFolders(folders)
  dropBackup(dir, file.target)
}
