import type { Json } from '../../ledger/kinds.ts'
import { approvalsFile, disapprove } from '../codex/trust.ts'
import { type Backup, type Kept, listBackups } from './backup.ts'
import { isOurs } from './command.ts'
import { readSettings, type SettingsFile, textOf } from './file.ts'
import type { Site } from './hooks.ts'
import { hooksOf } from './hosts.ts'
import { isBlank, strip } from './merge.ts'
import { approvalsIn } from './plan.ts'

/** A file that holds something of ours: hooks, or a host's approvals of those in other files. */
export type Held = Pick<Backup, 'host' | 'scope' | 'project' | 'path'> &
  ({ part: 'hooks' } | { part: 'trust'; approved: readonly HeldHooks[] })
export type HeldHooks = Pick<Backup, 'host' | 'scope' | 'project' | 'path'>

/** A file without what is ours. `after` is null where there is nothing left that was not ours. */
export type Without = { after: Buffer | null; moved: string[] }

/** Takes what is ours out of a file, whoever else wrote there since. */
export function withoutOurs(file: SettingsFile, held: Held, kept: Kept | null, place: Site): Without {
  if (held.part === 'trust') {
    const approvals = held.approved.flatMap((one) => approvalsOf(one, place))
    return { after: Buffer.from(disapprove(textOf(file), approvals)), moved: [] }
  }
  const hooks = hooksOf(held.host)
  const original = kept?.original?.toString('utf8') ?? null
  const ours = (handler: Json): boolean => isOurs(handler, hooks)
  const { text, moved } = strip(textOf(file), ours, file.path, original)
  const wasMade = kept !== null && kept.original === null
  return { after: wasMade && isBlank(text, file.path) ? null : Buffer.from(text), moved }
}

function approvalsOf({ host, scope, project, path }: HeldHooks, place: Site) {
  return approvalsIn(textOf(readSettings(path)), path, hooksOf(host), scope, { ...place, project })
}

/** The file with the approvals of these hooks, if there are any. */
export function approvalsHeld(home: string, place: Site, hooks: readonly HeldHooks[]): Held[] {
  const approved = hooks.filter(({ host }) => host === 'codex')
  const path = approvalsFile(hooksOf('codex').folder(place))
  const isKnown = listBackups(home).some((one) => one.path === path)
  const text = approved.length === 0 ? null : readSettings(path).bytes
  const isMentioned = approved.some((one) => text?.includes(one.path))
  const [first] = approved
  return first !== undefined && (isKnown || isMentioned) ? [{ ...first, part: 'trust', path, approved }] : []
}
