import { sha256 } from '../ledger/digest.ts'

const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/

/** Hosts choose these ids. An id that is unsafe in a file name is replaced by its hash. */
export const safe = (id: string): string => (SAFE_ID.test(id) ? id : `x${sha256(id).slice(0, 32)}`)

/** The stream of a host's session, or of one subagent in it. */
export function sessionStream(host: string, session: string, agent: string | null = null): string {
  const stream = `session/${host}-${safe(session)}`
  return agent === null ? stream : `${stream}.${safe(agent)}`
}

/** Hooks that were installed and removed. */
export const INSTALL_STREAM = 'admin/install'

/** Times when people paused recording. */
export const PAUSE_STREAM = 'admin/pause'

/** Claims that people waived, weakened tests that they accepted, and effects of controllers that they resolved. */
export const OVERRIDES_STREAM = 'admin/overrides'

/** Commands that were refused: an agent ran one for people, or an administrator's was not valid. */
export const REFUSALS_STREAM = 'admin/refusals'
