import type { HostEvent } from '../supervisor/event.ts'
import { HOSTS } from './registry.ts'

/** The session of another host from whose shell this one was started: hosts mark the environment of their shells. */
export function startedBy(host: string, env: NodeJS.ProcessEnv): HostEvent['startedBy'] {
  for (const other of HOSTS) {
    const found = other.name === host ? null : other.sessionIn(env)
    if (found !== null) return { host: other.name, session: found.session }
  }
  return null
}
