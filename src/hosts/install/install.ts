import { dirname } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { ensureDir, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { withLock } from '../../ledger/stores/files/with-lock.ts'
import { INSTALL_STREAM } from '../../session/streams.ts'
import { findBackup, type Kept, keepBackup, listBackups } from './backup.ts'
import { missingFolders, writeSettings } from './file.ts'
import { worktreeSettings } from './git-lines.ts'
import type { Site } from './hooks.ts'
import { installLauncher, type Program } from './launcher.ts'
import { type Change, hooksAlone, isSame, isUncommitted, type Plan, planInstall, type Target } from './plan.ts'
import { recordProgram } from './program.ts'
import { type HeldHooks, withoutOurs } from './remove.ts'

/** An installed file; `isChanged` is false if it already had our hooks. */
export type Installed = { host: string; scope: string; part: Change['part']; path: string; isChanged: boolean }

/** Installs hooks: the program first, so that no host starts a missing one; then every file, with a backup of the original. */
export function install(
  home: Home,
  place: Site,
  targets: readonly Target[],
  options: { program: Program; trust?: boolean },
): { files: Installed[]; approvals: Plan['approvals'] } {
  return withLock(home, 'install', () => {
    const plan = planInstall({ home: home.dir, key: home.keyring.current().id }, place, targets, options)
    installLauncher(home.dir, options.program)
    recordProgram(home, { node: options.program.node, nodeVersion: process.versions.node })
    for (const target of targets) if (isUncommitted(target)) keepForWorktrees(home, target)
    const files = plan.changes.map((change) => apply(home, { ...place, project: change.project }, change))
    return { files, approvals: plan.approvals }
  })
}

function keepForWorktrees(home: Home, { hooks }: Target): void {
  const path = worktreeSettings(home.dir, hooks.host)
  ensureDir(dirname(path))
  writeDurably(path, hooksAlone({ home: home.dir, key: home.keyring.current().id }, hooks), 0o600)
}

function apply(home: Home, place: Site, change: Change): Installed {
  const { host, scope, part, file, after, mode } = change
  const said = { host, scope, part, path: file.path }
  if (isSame(file, after)) return { ...said, isChanged: false }
  const previous = findBackup(home.dir, file.target)
  const original = originalOf(home, previous, change, place)
  const hashes = { originalSha256: original && sha256(original), writtenSha256: sha256(after) }
  const folders = previous?.folders ?? missingFolders(file.target)
  keepBackup(home.dir, file.target, { ...said, ...hashes, project: place.project, folders, original })
  writeSettings(file, after, mode)
  record(home, 'hooks.installed', { ...said, ...hashes })
  return { ...said, isChanged: true }
}

/** The file without our hooks: the original, or the current content minus ours if others have changed it. */
function originalOf(home: Home, previous: Kept | null, change: Change, place: Site): Buffer | null {
  const { file, host, scope, part } = change
  if (file.bytes === null) return null
  if (previous !== null && sha256(file.bytes) === previous.writtenSha256) return previous.original
  const held: HeldHooks = { host, scope, project: place.project, path: file.path }
  const approved = listBackups(home.dir).filter((one) => one.host === host && one.part === 'hooks')
  return withoutOurs(file, part === 'trust' ? { ...held, part, approved } : { ...held, part }, previous, place).after
}

export function record(home: Home, kind: 'hooks.installed' | 'hooks.removed', body: JsonObject): void {
  appendSync(home, INSTALL_STREAM, [{ kind, actor: 'admin', body }])
}
