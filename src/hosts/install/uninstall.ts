import { dirname } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { readIfThere } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { withLock } from '../../ledger/stores/files/with-lock.ts'
import { linkedWorktrees, mainWorktree } from '../../project/stores/git-folder.ts'
import { hooksOf } from '../registry.ts'
import { type Backup, dropBackup, findBackup, type Kept, keepBackup, listBackups } from './backup.ts'
import { InstallError, type InstallErrorCode } from './errors.ts'
import {
  readSettings,
  removeFolders,
  removeSettings,
  requireWritable,
  type SettingsFile,
  writeSettings,
} from './file.ts'
import { worktreeSettings } from './git-lines.ts'
import type { SettingsScope, Site } from './hooks.ts'
import { record } from './install.ts'
import type { Target } from './plan.ts'
import { approvalsHeld, type Held, type HeldHooks, withoutOurs } from './remove.ts'

/**
 * Hooks to remove: these hosts' hooks in one scope of this project. A null scope means everything that was installed; with
 * `only`, everything in that project and its worktrees, and nothing in the person's own settings.
 */
export type Wanted = { hosts: readonly string[]; scope: SettingsScope | null; only: string | null }

/**
 * The change to one file. `restored`: it gets its original bytes, or is removed if it did not exist before. `stripped`: it
 * has changed since we wrote it, so only our part is removed. `untouched`: it contains nothing of ours.
 */
export type Removal = Pick<Backup, 'host' | 'scope' | 'part' | 'path' | 'project'> & {
  kind: 'restored' | 'stripped' | 'untouched'
  file: SettingsFile
  after: Buffer | null
  kept: Kept | null
  /** Folders that were created for the file. */
  folders: readonly string[]
  /** True if the backup is still needed for other hooks. */
  keeps: boolean
  /** Events whose other hooks have moved up. */
  moved: string[]
}

/** A file that cannot be changed, and why. */
export type Left = Pick<Backup, 'host' | 'scope' | 'part' | 'path' | 'project'> & {
  code: InstallErrorCode
  why: string
}

/** The result for all files. Files that cannot be changed are skipped. */
export type Uninstall = { removals: Removal[]; left: Left[] }

/** Plans the removal without removing anything. */
export function planUninstall(home: string, place: Site, wanted: Wanted): Uninstall {
  const hooks = hooksHeld(home, place, wanted).map((one) => ({ one, planned: tryRemoval(home, place, one) }))
  const leaving = hooks.flatMap(({ one, planned }) => (isLeft(planned) ? [] : [one]))
  // Approvals first: they are found by reading the hooks. Approvals of hooks that stay are kept.
  const approvals = approvalsHeld(home, place, leaving).map((one) => tryRemoval(home, place, one))
  const stuck = approvals.find(isLeft)
  const lines = linesHeld(home, place, wanted).map((one) => tryRemoval(home, place, one))
  const all = [...approvals, ...hooks.map(({ planned }) => withApprovals(planned, stuck)), ...lines]
  return {
    removals: all.filter((one): one is Removal => !isLeft(one)),
    left: all.filter(isLeft),
  }
}

const isLeft = (one: Removal | Left): one is Left => 'why' in one

/** Leaves hooks in place if their approvals cannot be removed, because only the hooks show which approvals are ours. */
const withApprovals = (planned: Removal | Left, stuck: Left | undefined): Removal | Left =>
  stuck === undefined || isLeft(planned) || planned.host !== stuck.host
    ? planned
    : leftBy(planned, { code: stuck.code, message: stuck.why })

const leftBy = (
  { host, scope, part, path, project }: Pick<Backup, 'host' | 'scope' | 'part' | 'path' | 'project'>,
  { code, message }: Pick<InstallError, 'code' | 'message'>,
): Left => ({ host, scope, part, path, project, code, why: message })

/** Removes hooks and records their removal. The evidence stays. */
export const uninstall = (home: Home, place: Site, wanted: Wanted, decision: JsonObject): Uninstall =>
  withLock(home, 'install', () =>
    removeAll(home.dir, place, wanted, (removal) => record(home, 'hooks.removed', { ...removal, ...decision })),
  )

/** Removes hooks without recording it, if there is no ledger. */
export const uninstallUnrecorded = (dir: string, place: Site, wanted: Wanted): Uninstall =>
  removeAll(dir, place, wanted, () => {})

function removeAll(dir: string, place: Site, wanted: Wanted, tell: (body: JsonObject) => void): Uninstall {
  const planned = planUninstall(dir, place, wanted)
  const done: Uninstall = { removals: [], left: [...planned.left] }
  for (const removal of planned.removals) {
    const stuck = done.left.find(({ part }) => part === 'trust')
    const one = withApprovals(removal, stuck)
    const applied = isLeft(one) ? one : tryApply(dir, one, tell)
    if (isLeft(applied)) done.left.push(applied)
    else done.removals.push(applied)
  }
  return done
}

/** Applies a removal. A file that has changed since planning, or cannot be written, is returned as `Left`. */
function tryApply(dir: string, removal: Removal, tell: (body: JsonObject) => void): Removal | Left {
  try {
    apply(dir, removal, tell)
    return removal
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    return leftBy(removal, error)
  }
}

/** Hooks installed from this home; then our other hooks in this project and in the person's settings. */
function hooksHeld(home: string, place: Site, wanted: Wanted): (HeldHooks & { part: 'hooks' })[] {
  const { hosts, scope, only } = wanted
  const known = listBackups(home).filter((one) => one.part === 'hooks' && isWanted(one, place, wanted))
  const own: readonly SettingsScope[] = only === null ? ['local', 'user'] : ['local']
  const scopes = scope === null ? own : [scope]
  const projects = new Set([only ?? place.project, ...known.map(({ project }) => project)])
  const places = [...new Set([...projects].flatMap((project) => [project, ...linkedWorktrees(project)]))]
  const found = hosts.flatMap((host) =>
    scopes.flatMap((one) =>
      places.flatMap((project) => hooksAt({ hooks: hooksOf(host), scope: one }, { ...place, project })),
    ),
  )
  const all = new Map([...found, ...known].map((one) => [one.path, one]))
  return [...all.values()]
    .map(({ host, scope: of, project, path }) => ({ host, scope: of, project, path, part: 'hooks' as const }))
    .sort(byPath)
}

const isWanted = (one: HeldHooks, place: Site, { hosts, scope, only }: Wanted): boolean =>
  hosts.includes(one.host) &&
  (only === null || (one.scope !== 'user' && [only, ...linkedWorktrees(only)].includes(one.project))) &&
  (scope === null || (one.scope === scope && (scope === 'user' || one.project === place.project)))

const linesHeld = (home: string, place: Site, wanted: Wanted): Held[] =>
  listBackups(home).flatMap(({ part, ...one }): Held[] =>
    part !== 'hooks' && part !== 'trust' && isWanted(one, place, wanted) ? [{ ...one, part }] : [],
  )

const byPath = (a: HeldHooks, b: HeldHooks): number => (a.path < b.path ? -1 : 1)

/** Skips files that cannot hold our hooks: other problems with them do not matter here. */
function hooksAt({ hooks, scope }: Target, place: Site): HeldHooks[] {
  const path = hooks.file(scope, place)
  if (path === null || !readSettings(path).bytes?.includes('bailiff')) return []
  return [{ host: hooks.host, scope, path, project: place.project }]
}

function tryRemoval(home: string, place: Site, held: Held): Removal | Left {
  try {
    const removal = planRemoval(home, place, held)
    if (removal.kind !== 'untouched') requireWritable(removal.file)
    return removal
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    return leftBy(held, error)
  }
}

function planRemoval(home: string, place: Site, held: Held): Removal {
  const { host, scope, part, path, project } = held
  const file = readSettings(path)
  const kept = findBackup(home, file.target)
  const keeps = part === 'trust' && isSharedWithOthers(home, held)
  const said = { host, scope, part, path, project, file, kept, keeps, folders: kept?.folders ?? [], moved: [] }
  if (kept === null && mainWorktree(held.project) !== null && isCopy(home, host, file))
    return { ...said, kind: 'restored', after: null, folders: [dirname(file.target)] }
  if (file.bytes === null) return { ...said, kind: 'untouched', after: null }
  if (kept !== null && !keeps && isUntouched(kept, file.bytes)) {
    return { ...said, kind: 'restored', after: kept.original }
  }
  const { after, moved } = withoutOurs(file, held, kept, place)
  return { ...said, kind: after?.equals(file.bytes) ? 'untouched' : 'stripped', after, moved }
}

/** True if git copied the file into a new worktree for us. */
const isCopy = (home: string, host: string, { bytes }: SettingsFile): boolean =>
  bytes !== null && readIfThere(worktreeSettings(home, host))?.equals(bytes) === true

/** True if the file also holds approvals of hooks that stay, which still need its backup. */
const isSharedWithOthers = (home: string, held: Held & { part: 'trust' }): boolean =>
  listBackups(home).some(
    ({ host, part, path }) => host === held.host && part === 'hooks' && held.approved.every((one) => one.path !== path),
  )

/** True if the file is unchanged since we wrote it. */
const isUntouched = ({ writtenSha256 }: Kept, bytes: Buffer): boolean => sha256(bytes) === writtenSha256

function apply(dir: string, removal: Removal, tell: (body: JsonObject) => void): void {
  const { kind, file, after, kept, keeps, folders, host, scope, part, path } = removal
  if (kind !== 'untouched') {
    if (after === null) removeSettings(file, folders)
    else writeSettings(file, after)
    tell({ host, scope, part, path, how: kind })
  } else if (file.bytes === null) removeFolders(folders)
  if (keeps && kept !== null && after !== null) keepBackup(dir, file.target, { ...kept, writtenSha256: sha256(after) })
  else dropBackup(dir, file.target)
}
