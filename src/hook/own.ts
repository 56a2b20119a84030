import { homedir } from 'node:os'
import { holdsOwn, sharedCommand } from '../hosts/install/command.ts'
import type { SettingsScope } from '../hosts/install/hooks.ts'
import { HOSTS, hooksOf } from '../hosts/registry.ts'
import { readTextIfThere } from '../ledger/stores/files/disk.ts'

/**
 * True if Bailiff's hooks are also installed in the user's own settings for this host. The project's hooks then do
 * nothing, so that nothing is recorded twice. Checked at every event, because the user may remove theirs at any time.
 */
export const hasOwnHooks = (host: string, env: NodeJS.ProcessEnv): boolean =>
  (['local', 'user'] as const).some((scope) => holdsOwn(settingsIn(host, scope, env), host))

/** True if the project's settings have Bailiff's hook for this event. A plugin's hook then does nothing. */
export const hasSharedHook = (host: string, event: string, env: NodeJS.ProcessEnv): boolean =>
  settingsIn(host, 'project', env).includes(JSON.stringify(sharedCommand(host, event)).slice(1, -1))

/** The text of a host's settings; empty if there are none. */
function settingsIn(host: string, scope: SettingsScope, env: NodeJS.ProcessEnv): string {
  const named = HOSTS.flatMap(({ places }) => places.variables.project.map((name) => env[name]))
  const project = named.find((path) => path !== undefined) ?? process.cwd()
  const path = hooksOf(host).file(scope, { project, person: homedir(), env })
  return path === null ? '' : (readQuietly(path) ?? '')
}

function readQuietly(path: string): string | null {
  try {
    return readTextIfThere(path)
  } catch {
    return null
  }
}
