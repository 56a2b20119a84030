import { join } from 'node:path'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { objectIn } from '../fields.ts'
import type { Site } from '../install/hooks.ts'
import { type HookFile, type Level, off, type Silence, type Switches, untrusted } from '../switches.ts'
import { approvals, stateIn } from './approvals.ts'
import { REQUIREMENTS } from './places.ts'

/** Codex runs no hooks if the feature is off, and none that differ from what a person approved. */
export const switches: Switches = {
  levels: (place) => [
    { level: 'user', path: approvals.file(place), format: 'toml' },
    { level: 'project', path: join(place.project, '.codex', 'config.toml'), format: 'toml' },
    { level: 'managed', path: REQUIREMENTS, format: 'toml' },
  ],
  check: ({ levels, held, place }) => [
    ...levels.flatMap(switchedOff),
    ...held.flatMap((file) => unapproved(file, userLevel(levels), place)),
    ...projectTrust(held, userLevel(levels), place),
  ],
}

const userLevel = (levels: readonly Level[]): Level | undefined => levels.find(({ level }) => level === 'user')

/** Two names: the feature was renamed. */
const FEATURES = ['hooks', 'codex_hooks']

function switchedOff({ level, path, settings }: Level): Silence[] {
  if (level === 'managed' && settings['allow_managed_hooks_only'] === true)
    return [
      off(
        `"allow_managed_hooks_only" in ${path} makes Codex run only your administrator's hooks.`,
        'Ask your administrator to add the hooks there.',
      ),
    ]
  const features = objectIn(settings, 'features')
  return FEATURES.filter((name) => features[name] === false).map((name) =>
    off(`"features.${name}" in ${path} disables all Codex hooks.`, `Remove it from ${path}.`),
  )
}

/** Finds hooks whose approval is missing, stale or disabled. Codex approves a hook by its position and a hash of its content. */
function unapproved(file: HookFile, level: Level | undefined, place: Site): Silence[] {
  const needed = approvals.needed(file, place)
  const states = needed.map((one) => ({ hash: one.hash, state: stateIn(level?.settings ?? null, one) }))
  const missing = states.filter(({ state }) => state['trusted_hash'] === undefined)
  const stale = states.filter(({ state, hash }) => ![undefined, hash].includes(hashIn(state)))
  const disabled = states.filter(({ state }) => state['enabled'] === false)
  const said = (count: number, what: string, fix = approvals.byPerson): Silence[] =>
    count === 0
      ? []
      : [untrusted(`${count} of ${needed.length} hooks in ${file.path} ${what}: Codex skips them silently.`, fix)]
  return [
    ...said(missing.length, 'were never approved', `${approvals.byPerson} Or run: bailiff init --host codex --trust`),
    ...said(stale.length, 'differ from what was approved'),
    ...(disabled.length === 0
      ? []
      : [
          off(
            `${disabled.length} of our hooks are disabled in ${level?.path}.`,
            'Start codex, type /hooks, and enable them.',
          ),
        ]),
  ]
}

const hashIn = ({ trusted_hash: hash }: JsonObject): string | undefined => (hash === undefined ? hash : String(hash))

/** Codex reads a project's hooks only if the person trusts the project. */
function projectTrust(held: readonly HookFile[], level: Level | undefined, { project }: Site): Silence[] {
  if (held.length === 0 || held.some(({ scope }) => scope !== 'project')) return []
  const projects = objectIn(level?.settings ?? {}, 'projects')
  const rule = Object.hasOwn(projects, project) ? projects[project] : null
  if (isObject(rule) && rule['trust_level'] === 'trusted') return []
  return [
    untrusted(
      `Codex does not trust ${project} and reads no hooks from its .codex folder.`,
      'Start codex here and trust the folder, or run: bailiff init --host codex --scope user --trust',
    ),
  ]
}
