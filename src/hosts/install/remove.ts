import { relative } from 'node:path'
import type { Json } from '../../ledger/kinds.ts'
import type { Approval } from '../approvals.ts'
import { findHost, HOSTS, hooksOf } from '../registry.ts'
import { type Backup, type Kept, type LinePart, listBackups } from './backup.ts'
import { isOurs } from './command.ts'
import { readSettings, type SettingsFile, textOf } from './file.ts'
import { isEmptied, withoutLines } from './git-lines.ts'
import type { Site } from './hooks.ts'
import { isBlank, strip } from './merge.ts'
import { approvalsIn } from './plan.ts'

/** A file with our hooks, or with a host's approvals of our hooks in other files. */
export type Held = Pick<Backup, 'host' | 'scope' | 'project' | 'path'> &
  ({ part: 'hooks' | LinePart } | { part: 'trust'; approved: readonly HeldHooks[] })
export type HeldHooks = Pick<Backup, 'host' | 'scope' | 'project' | 'path'>

/** A file without our hooks or approvals. `after` is null if nothing is left. */
export type Without = { after: Buffer | null; moved: string[] }

/** Removes our hooks or approvals from a file, even if others have changed it since. */
export function withoutOurs(file: SettingsFile, held: Held, kept: Kept | null, place: Site): Without {
  if (held.part === 'trust') {
    const removed = held.approved.flatMap((one) => approvalsOf(one, place))
    const text = findHost(held.host).approvals?.disapprove(textOf(file), removed) ?? textOf(file)
    return { after: Buffer.from(text), moved: [] }
  }
  if (held.part !== 'hooks') {
    const text = withoutLines(textOf(file), held.part, `/${relative(held.project, settingsOf(held, place))}`)
    return { after: kept?.original === null && isEmptied(text) ? null : Buffer.from(text), moved: [] }
  }
  const hooks = hooksOf(held.host)
  const original = kept?.original?.toString('utf8') ?? null
  const ours = (handler: Json): boolean => isOurs(handler, hooks)
  const { text, moved } = strip(textOf(file), ours, file.path, original)
  const wasMade = kept !== null && kept.original === null
  return { after: wasMade && isBlank(text, file.path) ? null : Buffer.from(text), moved }
}

/** The settings file that our lines are about. */
const settingsOf = ({ host, scope, project }: HeldHooks, place: Site): string =>
  hooksOf(host).file(scope, { ...place, project }) ?? project

function approvalsOf({ host, scope, project, path }: HeldHooks, place: Site): Approval[] {
  const { approvals } = findHost(host)
  if (approvals === undefined) return []
  return approvalsIn(approvals, { path, scope, text: textOf(readSettings(path)) }, { ...place, project })
}

/** The files with approvals of these hooks, if there are any. */
export const approvalsHeld = (home: string, place: Site, hooks: readonly HeldHooks[]): Held[] =>
  HOSTS.flatMap(({ name, approvals }): Held[] => {
    const approved = hooks.filter(({ host }) => host === name)
    const [first] = approved
    if (approvals === undefined || first === undefined) return []
    const path = approvals.file(place)
    const isKnown = listBackups(home).some((one) => one.path === path)
    const text = readSettings(path).bytes
    const isMentioned = approved.some((one) => text?.includes(one.path))
    return isKnown || isMentioned ? [{ ...first, part: 'trust', path, approved }] : []
  })
