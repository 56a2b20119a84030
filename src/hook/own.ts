import { homedir } from 'node:os'
import { holdsOwn } from '../hosts/install/command.ts'
import { HOSTS, hooksOf } from '../hosts/registry.ts'
import { readTextIfThere } from '../ledger/stores/files/disk.ts'

/**
 * True if Bailiff's hooks are also installed in the user's own settings for this host. The project's hooks then do
 * nothing, so that nothing is recorded twice. Checked at every event, because the user may remove theirs at any time.
 */
export function hasOwnHooks(host: string, env: NodeJS.ProcessEnv): boolean {
  const hooks = hooksOf(host)
  const named = HOSTS.flatMap(({ places }) => places.variables.project.map((name) => env[name]))
  const project = named.find((path) => path !== undefined) ?? process.cwd()
  const place = { project, person: homedir(), env }
  return (['local', 'user'] as const).some((scope) => {
    const path = hooks.file(scope, place)
    return path !== null && holdsOwn(readQuietly(path) ?? '', host)
  })
}

function readQuietly(path: string): string | null {
  try {
    return readTextIfThere(path)
  } catch {
    return null
  }
}
