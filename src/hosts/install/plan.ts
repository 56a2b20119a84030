import { linkedWorktrees } from '../../project/stores/git-folder.ts'
import type { Approval, Approvals } from '../approvals.ts'
import { findHost } from '../registry.ts'
import { parseJsonc, plainOf } from '../settings/jsonc.ts'
import { readToml } from '../settings/toml.ts'
import type { Part } from './backup.ts'
import { isOurs, ownCommand, sharedCommand } from './command.ts'
import { InstallError } from './errors.ts'
import { readSettings, requireWritable, type SettingsFile, textOf } from './file.ts'
import { linesFor, worktreeSettings } from './git-lines.ts'
import type { HostHooks, SettingsScope, Site } from './hooks.ts'
import { merge, type Wanted } from './merge.ts'

/** A host's hooks, and the scope to install them in. */
export type Target = { hooks: HostHooks; scope: SettingsScope }

/** One file to write. */
export type Change = {
  host: string
  scope: SettingsScope
  part: Part
  project: string
  file: SettingsFile
  /** The file's new content. */
  after: Buffer
  /** The additions, one line each. */
  lines: string[]
  /** The mode of a new file, unless it is the usual one. */
  mode?: number
}

/** The files to write, and how each host's hooks get approved. */
export type Plan = { changes: Change[]; approvals: { host: string; how: 'written' | 'by-person' }[] }

/** `key` is the id of the ledger's key, which every command names. */
export type Ledger = { home: string; key: string }

/** Plans the installation without writing anything. Throws if any file cannot be written. */
export function planInstall(
  ledger: Ledger,
  place: Site,
  targets: readonly Target[],
  { trust = false }: { trust?: boolean } = {},
): Plan {
  const plan: Plan = { changes: [], approvals: [] }
  for (const target of targets) {
    const change = planHooks(ledger, place, target)
    plan.changes.push(change, ...(isUncommitted(target) ? planWorktrees(ledger, place, target, change) : []))
    const { approvals } = findHost(target.hooks.host)
    if (approvals === undefined) continue
    const approval = trust ? planApproval(approvals, place, change) : null
    if (approval !== null) plan.changes.push(approval)
    plan.approvals.push({ host: target.hooks.host, how: approval === null ? 'by-person' : 'written' })
  }
  for (const { file, after } of plan.changes) if (!isSame(file, after)) requireWritable(file)
  return plan
}

export const isSame = ({ bytes }: SettingsFile, after: Buffer): boolean => bytes?.equals(after) ?? false

function requireFile({ hooks, scope }: Target, place: Site): string {
  const path = hooks.file(scope, place)
  if (path !== null) return path
  throw new InstallError('SCOPE_UNKNOWN', `${hooks.title} has no settings for scope "${scope}".`)
}

function planHooks(ledger: Ledger, place: Site, target: Target): Change {
  const { hooks, scope } = target
  const file = readSettings(requireFile(target, place))
  const wanted = wantedBy(hooks, (event) =>
    scope === 'project' ? sharedCommand(hooks.host, event) : ownCommand(hooks.host, event, ledger),
  )
  const after = Buffer.from(merge(textOf(file), wanted, (handler) => isOurs(handler, hooks), file.path))
  const example = (event: string): string => wanted.find((one) => one.event === event)?.command ?? ''
  const lines = [
    `${wanted.length} hooks: ${hooks.events.join(', ')}`,
    example(hooks.moments.stop).replaceAll(` ${hooks.moments.stop} `, ' <event> '),
  ]
  return { host: hooks.host, scope, part: 'hooks', project: place.project, file, after, lines }
}

/** True for a person's own settings in a project, which are not committed. */
export const isUncommitted = ({ hooks, scope }: Target): boolean => scope === 'local' && hooks.ownScope === 'local'

/** Plans uncommitted hooks for the other worktrees, and the lines in git's files that keep them in place. */
function planWorktrees(ledger: Ledger, place: Site, target: Target, { host, scope, file }: Change): Change[] {
  const others = linkedWorktrees(place.project).filter((project) => project !== place.project)
  const hooks = others.map((project) => planHooks(ledger, { ...place, project }, target))
  const lines = linesFor(file.path, place, worktreeSettings(ledger.home, host)).map(
    ({ line, ...one }): Change => ({ host, scope, project: place.project, lines: [line], ...one }),
  )
  return [...hooks, ...lines]
}

/** The text of a settings file that contains only our hooks. */
export const hooksAlone = (ledger: Ledger, hooks: HostHooks): string =>
  merge(
    '',
    wantedBy(hooks, (event) => ownCommand(hooks.host, event, ledger)),
    () => false,
    'settings.json',
  )

const wantedBy = (hooks: HostHooks, commandOf: (event: string) => string): (Wanted & { command: string })[] =>
  hooks.events.map((event) => {
    const command = commandOf(event)
    return { event, command, group: hooks.group(event, command) }
  })

/** Returns null if approvals cannot be written; the person then approves the hooks in the host itself. */
function planApproval(approvals: Approvals, place: Site, { host, scope, file, after }: Change): Change | null {
  const config = readSettings(approvals.file(place))
  const needed = approvalsIn(approvals, { path: file.path, scope, text: after.toString('utf8') }, place)
  const text = approvals.approve(textOf(config), needed, readToml)
  if (text === null) return null
  const lines = [`your approval of ${needed.length} hooks, by their hashes`]
  return { host, scope, part: 'trust', project: place.project, file: config, after: Buffer.from(text), lines }
}

/** The approvals that our hooks in a settings file need. */
export const approvalsIn = (
  approvals: Approvals,
  { path, scope, text }: { path: string; scope: SettingsScope; text: string },
  place: Site,
): Approval[] => approvals.needed({ path, scope, settings: text.trim() === '' ? {} : plainOf(parseJsonc(text)) }, place)
