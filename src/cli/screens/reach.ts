import { SCOPES, type SettingsScope } from '../../hosts/install/hooks.ts'
import type { Target } from '../../hosts/install/plan.ts'
import type { Chosen } from '../input/targets.ts'
import { printable } from './output.ts'
import { fill } from './width.ts'

/** Which agents will be supervised where, and what to commit: said right before the question. */
export type Reach = {
  /** The folder of the project. */
  root: string
  /** The files to commit, from the root; null outside git. */
  toCommit: readonly string[] | null
}

export function renderReach(chosen: Chosen, { root, toCommit }: Reach): string {
  const { there, absent } = byPresence(chosen)
  const lines = [
    ...(there.length === 0 ? [] : [`Supervised from now on: ${reachesOf(there)}.`]),
    ...(absent.length === 0 ? [] : [`Supervised once installed: ${reachesOf(absent)}.`]),
    `To choose: bailiff init --scope ${SCOPES.join('|')}.`,
    sayCommit(chosen, root, toCommit),
  ]
  return lines.map((line) => fill(line)).join('')
}

/** Targets by whether the program was found on this machine. */
export function byPresence({ targets, found }: Chosen): { there: Target[]; absent: Target[] } {
  const isThere = ({ hooks }: Target): boolean =>
    found.some((one) => one.hooks.host === hooks.host && one.program !== null)
  return { there: targets.filter(isThere), absent: targets.filter((target) => !isThere(target)) }
}

function sayCommit({ targets }: Chosen, root: string, toCommit: Reach['toCommit']): string {
  if (toCommit === null) return `Not in a git repository, so the project is this folder only: ${printable(root)}`
  const own = targets.some(({ scope }) => scope === 'project') ? '' : 'the hooks are in your own settings.'
  if (toCommit.length === 0) return own === '' ? 'Nothing to commit.' : `Nothing to commit: ${own}`
  return `To commit: ${toCommit.map(printable).join(', ')}.${own === '' ? '' : ' The hooks are in your own settings.'}`
}

const reachesOf = (targets: readonly Target[]): string =>
  SCOPES.flatMap((scope) => {
    const titles = targets.filter((target) => target.scope === scope).map(({ hooks }) => hooks.title)
    return titles.length === 0 ? [] : [`${titles.join(' and ')} ${REACH[scope]}`]
  }).join('; ')

const REACH: { [scope in SettingsScope]: string } = {
  local: 'in this project',
  user: 'in all your projects',
  project: 'in this project, for everyone who works on it',
}
