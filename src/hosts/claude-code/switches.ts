import { join } from 'node:path'
import { isSet, type Level, off, type Silence, type Switches } from '../switches.ts'
import { claudeCodeHooks } from './install.ts'
import { MANAGED_SETTINGS } from './places.ts'

/** Claude Code runs no hooks if `disableAllHooks` is set, or if an administrator allows only their own. */
export const switches: Switches = {
  levels: (place) => [
    { level: 'user', path: join(claudeCodeHooks.folder(place), 'settings.json'), format: 'json' },
    { level: 'project', path: join(place.project, '.claude', 'settings.json'), format: 'json' },
    { level: 'local', path: join(place.project, '.claude', 'settings.local.json'), format: 'json' },
    { level: 'managed', path: MANAGED_SETTINGS, format: 'json' },
  ],
  check: ({ levels, place }) => [...disabled(levels), ...managed(levels), ...variables(place.env)],
}

/** The last level that sets `disableAllHooks` wins. */
function disabled(levels: readonly Level[]): Silence[] {
  const said = levels.findLast((one) => typeof one.settings['disableAllHooks'] === 'boolean')
  if (said === undefined || said.settings['disableAllHooks'] !== true) return []
  return [
    off(
      `"disableAllHooks" in ${said.path} silently disables all Claude Code hooks.`,
      said.level === 'managed'
        ? `Ask your administrator, who manages ${said.path}.`
        : `Remove "disableAllHooks" from ${said.path}.`,
    ),
  ]
}

function managed(levels: readonly Level[]): Silence[] {
  const one = levels.find(({ level }) => level === 'managed')
  if (one === undefined) return []
  const { allowManagedHooksOnly, strictPluginOnlyCustomization: strict } = one.settings
  const by =
    allowManagedHooksOnly === true
      ? 'allowManagedHooksOnly'
      : strict === true || (Array.isArray(strict) && strict.includes('hooks'))
        ? 'strictPluginOnlyCustomization'
        : null
  if (by === null) return []
  return [
    off(
      `"${by}" in ${one.path} makes Claude Code run only your administrator's hooks.`,
      'Ask your administrator to add the hooks there. To print them: bailiff init --scope project --dry-run',
    ),
  ]
}

const SILENCING = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE']

const variables = (env: NodeJS.ProcessEnv): Silence[] =>
  SILENCING.filter((name) => isSet(env[name])).map((name) =>
    off(`The environment variable ${name} is set, so Claude Code runs no hooks.`, `Run: unset ${name}`),
  )
