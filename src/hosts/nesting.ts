import type { HostEvent } from '../supervisor/event.ts'
import { HOSTS } from './registry.ts'

/**
 * Finds the session whose shell started this one: hosts mark the environment of their shells. Some also mark the
 * environment of their hooks, with the session itself. If several hosts are nested, the environment does not show which is
 * nearest, so this returns the first.
 */
export function startedBy(host: string, session: string, env: NodeJS.ProcessEnv): HostEvent['startedBy'] {
  for (const other of HOSTS) {
    const found = other.sessionIn(env)
    const isItself = other.name === host && found?.session === session
    if (found !== null && !isItself) return { host: other.name, session: found.session }
  }
  return null
}
