import { join } from 'node:path'
import { claudeCodeHooks, MANAGED_SETTINGS } from '../../hosts/claude-code/install.ts'
import type { Remark } from '../finding.ts'
import { isSet, type Level, off, type Switches, settingsOf } from './switches.ts'

/** Claude Code runs no hooks where `disableAllHooks` is set, or where an administrator lets only theirs run. */
export const claudeCodeSwitches: Switches = {
  host: 'claude-code',
  levels: (place) => [
    { level: 'user', path: join(claudeCodeHooks.folder(place), 'settings.json') },
    { level: 'project', path: join(place.project, '.claude', 'settings.json') },
    { level: 'local', path: join(place.project, '.claude', 'settings.local.json') },
    { level: 'managed', path: MANAGED_SETTINGS },
  ],
  check: ({ levels, place }) => [...disabled(levels), ...managed(levels), ...variables(place.env)],
}

/** Of several levels the last that says anything counts. */
function disabled(levels: readonly Level[]): Remark[] {
  const said = levels.findLast((one) => typeof settingsOf(one)['disableAllHooks'] === 'boolean')
  if (said === undefined || settingsOf(said)['disableAllHooks'] !== true) return []
  return [
    off(
      `"disableAllHooks" in ${said.path} switches off every hook of Claude Code, without a word.`,
      said.level === 'managed'
        ? `Ask your administrator: ${said.path} is theirs.`
        : `Take "disableAllHooks" out of ${said.path}.`,
    ),
  ]
}

function managed(levels: readonly Level[]): Remark[] {
  const one = levels.find(({ level }) => level === 'managed')
  if (one === undefined) return []
  const { allowManagedHooksOnly, strictPluginOnlyCustomization: strict } = settingsOf(one)
  const by =
    allowManagedHooksOnly === true
      ? 'allowManagedHooksOnly'
      : strict === true || (Array.isArray(strict) && strict.includes('hooks'))
        ? 'strictPluginOnlyCustomization'
        : null
  if (by === null) return []
  return [
    off(
      `"${by}" in ${one.path} has Claude Code run only the hooks of your administrator.`,
      'Ask your administrator to put the hooks there: bailiff init --scope project --dry-run shows them.',
    ),
  ]
}

const SILENCING = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE']

const variables = (env: NodeJS.ProcessEnv): Remark[] =>
  SILENCING.filter((name) => isSet(env[name])).map((name) =>
    off(`The variable ${name} is set: Claude Code then runs no hooks.`, `Run: unset ${name}`),
  )
