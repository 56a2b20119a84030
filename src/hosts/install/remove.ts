import type { Json } from '../../ledger/kinds.ts'
import { approvalsFile, disapprove } from '../codex/trust.ts'
import type { Backup, Kept } from './backup.ts'
import { isOurs } from './command.ts'
import { readSettings, type SettingsFile, textOf } from './file.ts'
import type { HostHooks, Place } from './hooks.ts'
import { hooksOf } from './hosts.ts'
import { isBlank, strip } from './merge.ts'
import { approvalsIn } from './plan.ts'

/** A file without what is ours. `after` is null where there is nothing left that was not ours. */
export type Without = { after: Buffer | null; moved: string[] }

type What = Pick<Backup, 'host' | 'scope' | 'part' | 'project'>

/** Takes what is ours out of a file, whoever else wrote there since. */
export function withoutOurs(file: SettingsFile, what: What, kept: Kept | null, place: Place): Without {
  const hooks = hooksOf(what.host)
  if (what.part === 'trust') return withoutApproval(file, hooks, what, place)
  const original = kept?.original?.toString('utf8') ?? null
  const ours = (handler: Json): boolean => isOurs(handler, hooks)
  const { text, moved } = strip(textOf(file), ours, file.path, original)
  const wasMade = kept !== null && kept.original === null
  return { after: wasMade && isBlank(text, file.path) ? null : Buffer.from(text), moved }
}

function withoutApproval(file: SettingsFile, hooks: HostHooks, { scope, project }: What, place: Place): Without {
  const there = { ...place, project }
  const settings = readSettings(hooks.file(scope, there) ?? approvalsFile(hooks.folder(place)))
  const approvals = approvalsIn(textOf(settings), settings.path, hooks, scope, there)
  return { after: Buffer.from(disapprove(textOf(file), approvals)), moved: [] }
}
