import { join } from 'node:path'
import { isObject } from '../../ledger/kinds.ts'
import { readTextIfThere } from '../../ledger/stores/files/disk.ts'
import type { Site } from '../install/hooks.ts'
import type { HostPlugin } from '../plugin.ts'
import { claudeCodeHooks } from './install.ts'
import { MANAGED_SETTINGS } from './places.ts'
import { commandFor, PLUGIN } from './plugin-command.ts'

/** Our plugin, as Claude Code's plugin manager installs it. */
export const plugin: HostPlugin = {
  file(place) {
    const id = enabledIn(place)
    const folder = id === null ? null : folderOf(id, place)
    return folder === null ? null : join(folder, 'hooks', 'hooks.json')
  },
  command: commandFor,
  update: `Run: claude plugin update ${PLUGIN}@${PLUGIN}`,
  remove: `claude plugin uninstall ${PLUGIN}@${PLUGIN}`,
}

/** The enabled plugin, by the name that settings give it: `<plugin>@<marketplace>`. The last level that names it wins. */
function enabledIn(place: Site): string | null {
  const files = (['user', 'project', 'local'] as const).map((scope) => claudeCodeHooks.file(scope, place) ?? '')
  const named = new Map<string, unknown>()
  for (const path of [...files, MANAGED_SETTINGS])
    for (const [id, value] of Object.entries(objectIn(readObject(path), 'enabledPlugins'))) named.set(id, value)
  return [...named].find(([id, value]) => id.startsWith(`${PLUGIN}@`) && value === true)?.[0] ?? null
}

/** The folder that hooks run from: a marketplace that is a folder is used in place, others are copied. */
function folderOf(id: string, place: Site): string | null {
  const plugins = join(claudeCodeHooks.folder(place), 'plugins')
  const market = objectIn(readObject(join(plugins, 'known_marketplaces.json')), id.slice(PLUGIN.length + 1))
  const location = market['installLocation']
  if (objectIn(market, 'source')['source'] === 'directory' && typeof location === 'string')
    return join(location, sourceIn(location))
  const installed = objectIn(readObject(join(plugins, 'installed_plugins.json')), 'plugins')[id]
  const paths = (Array.isArray(installed) ? installed : []).map((one) => (isObject(one) ? one['installPath'] : null))
  return paths.find((path) => typeof path === 'string') ?? null
}

/** The plugin's folder in a marketplace. */
function sourceIn(location: string): string {
  const { plugins } = readObject(join(location, '.claude-plugin', 'marketplace.json'))
  const ours = (Array.isArray(plugins) ? plugins : []).find((one) => isObject(one) && one['name'] === PLUGIN)
  const source: unknown = isObject(ours) ? ours['source'] : null
  return typeof source === 'string' ? source : '.'
}

type Fields = { readonly [key: string]: unknown }

const objectIn = (value: Fields, key: string): Fields => {
  const inner = value[key]
  return isObject(inner) ? inner : {}
}

/** A file that holds a JSON object; empty if it does not, or is not there. */
function readObject(path: string): Fields {
  try {
    const value: unknown = JSON.parse(readTextIfThere(path) ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
