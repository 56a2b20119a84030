import { homedir } from 'node:os'
import { type FoundHost, findHosts } from '../../hosts/find.ts'
import type { Host } from '../../hosts/host.ts'
import { InstallError } from '../../hosts/install/errors.ts'
import { SCOPES, type SettingsScope, type Site } from '../../hosts/install/hooks.ts'
import type { Target } from '../../hosts/install/plan.ts'
import { findHost, HOSTS, hooksOf } from '../../hosts/registry.ts'
import { findRoot } from '../../project/look.ts'
import { type Args, type Io, UsageError } from '../command.ts'

/** The hosts and settings that a command line selects. */

export const TARGET_OPTIONS = {
  host: { value: '<names>', help: `${HOSTS.map(({ name }) => name).join(', ')}; separate several with commas` },
  scope: { value: '<scope>', help: 'local (you, this project), user (you, all projects) or project (everyone in it)' },
} as const

/** The titles of hosts, for people: `Claude Code, Codex and Gemini CLI`. */
export const hostTitles = (isMeant: (host: Host) => boolean = () => true): string =>
  listed(
    HOSTS.filter(isMeant).map(({ install }) => install.title),
    'and',
  )

/** `a, b or c`. */
export const listed = (names: readonly string[], last: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`

export const placeOf = ({ env, cwd }: Io): Site => ({
  project: findRoot(cwd),
  person: env['HOME'] || homedir(),
  env,
})

export function scopeOf(args: Args): SettingsScope | null {
  const given = args.get('scope')
  if (given === undefined) return null
  const scope = SCOPES.find((one) => one === given)
  if (scope === undefined) throw new UsageError(`Unknown --scope "${given}". Known: ${SCOPES.join(', ')}.`)
  return scope
}

/** The named hosts; null if none was named. */
export const namedHosts = (args: Args): string[] | null =>
  args
    .get('host')
    ?.split(',')
    .map((name) => hooksOf(name.trim()).host) ?? null

/** The hooks to install or remove: in the requested scope, or in each host's default. */
export type Chosen = { targets: Target[]; found: FoundHost[]; left: { title: string; why: string }[] }

/** Named hosts are selected even if they are not installed; otherwise all installed ones. */
export function chooseTargets(args: Args, place: Site): Chosen {
  const found = findHosts(place)
  const named = namedHosts(args)
  const scope = scopeOf(args)
  if (named === null && found.length === 0) {
    const names = HOSTS.map(({ install }) => install.title).join(', ')
    throw new InstallError('HOST_ABSENT', `Found none of ${names}. To install the hooks anyway, name one with --host.`)
  }
  const wanted = (named ?? found.map(({ hooks }) => hooks.host)).map(hooksOf)
  const isPossible = (hooks: Target['hooks']): boolean => scope === null || hooks.file(scope, place) !== null
  const left = named === null ? wanted.filter((hooks) => !isPossible(hooks)) : []
  // A scope on the command line asks for hooks in settings, whatever a plugin has.
  const plugged = scope === null ? wanted.filter(({ host }) => hasPlugin(host, place)) : []
  return {
    found,
    targets: wanted
      .filter((hooks) => !left.includes(hooks) && !plugged.includes(hooks))
      .map((hooks) => ({ hooks, scope: scope ?? hooks.ownScope })),
    left: [
      ...left.map(({ title }) => ({ title, why: `it has no settings for scope "${scope}"` })),
      ...plugged.map(({ title }) => ({ title, why: 'the plugin has its hooks' })),
    ],
  }
}

/** True if the host's own plugin manager has installed our hooks here. */
const hasPlugin = (host: string, place: Site): boolean => (findHost(host).plugin?.file(place) ?? null) !== null
