import { homedir } from 'node:os'
import { type FoundHost, findHosts } from '../../hosts/find.ts'
import { InstallError } from '../../hosts/install/errors.ts'
import { SCOPES, type SettingsScope, type Site } from '../../hosts/install/hooks.ts'
import { HOST_HOOKS, hooksOf } from '../../hosts/install/hosts.ts'
import type { Target } from '../../hosts/install/plan.ts'
import { findRoot } from '../../project/look.ts'
import { type Args, type Io, UsageError } from '../command.ts'

/** Which hosts and settings a command line means. */

export const TARGET_OPTIONS = {
  host: { value: '<names>', help: `${HOST_HOOKS.map(({ host }) => host).join(', ')}; several with commas` },
  scope: { value: '<scope>', help: 'local (you, this project), user (you, everywhere) or project (everybody in it)' },
} as const

export const placeOf = ({ env, cwd }: Io): Site => ({
  project: findRoot(cwd),
  person: env['HOME'] || homedir(),
  env,
})

export function scopeOf(args: Args): SettingsScope | null {
  const given = args.get('scope')
  if (given === undefined) return null
  const scope = SCOPES.find((one) => one === given)
  if (scope === undefined) throw new UsageError(`--scope takes ${SCOPES.join(', ')}, not "${given}".`)
  return scope
}

/** The hosts that were named; null where none was. */
export const namedHosts = (args: Args): string[] | null =>
  args
    .get('host')
    ?.split(',')
    .map((name) => hooksOf(name.trim()).host) ?? null

/** Where hooks go: into the scope that was asked for, or each host's own. */
export type Chosen = { targets: Target[]; found: FoundHost[]; left: { title: string; why: string }[] }

/** Hosts that were named are meant, whether they are here or not; otherwise those that are here. */
export function chooseTargets(args: Args, place: Site): Chosen {
  const found = findHosts(place)
  const named = namedHosts(args)
  const scope = scopeOf(args)
  if (named === null && found.length === 0) {
    const names = HOST_HOOKS.map(({ title }) => title).join(', ')
    throw new InstallError('HOST_ABSENT', `None of ${names} was found here. Name the one you mean with --host.`)
  }
  const wanted = (named ?? found.map(({ hooks }) => hooks.host)).map(hooksOf)
  const isPossible = (hooks: Target['hooks']): boolean => scope === null || hooks.file(scope, place) !== null
  const left = named === null ? wanted.filter((hooks) => !isPossible(hooks)) : []
  return {
    found,
    targets: wanted
      .filter((hooks) => !left.includes(hooks))
      .map((hooks) => ({ hooks, scope: scope ?? hooks.ownScope })),
    left: left.map(({ title }) => ({ title, why: `it has no settings of scope "${scope}"` })),
  }
}
