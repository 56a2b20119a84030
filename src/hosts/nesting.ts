import type { HostEvent } from '../supervisor/event.ts'
import { HOSTS } from './registry.ts'

/**
 * The session whose shell started this one: hosts mark the environment of their shells. Some also mark that of their own
 * hooks, with the session itself. If several are nested, the environment does not say which is nearest; the first counts.
 */
export function startedBy(host: string, session: string, env: NodeJS.ProcessEnv): HostEvent['startedBy'] {
  for (const other of HOSTS) {
    const found = other.sessionIn(env)
    const isItself = other.name === host && found?.session === session
    if (found !== null && !isItself) return { host: other.name, session: found.session }
  }
  return null
}
