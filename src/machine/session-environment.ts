import { canonical } from '../ledger/canonical.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import type { Environment } from '../process/environment.ts'
import { isFact, readFact } from '../session/facts.ts'
import { sessionOf } from '../session/fold.ts'
import type { Session } from '../session/state.ts'

/**
 * The host's environment as the hook recorded it, for a session's checks; null if none is recorded. Variables that
 * select programs come from the start of the session: later, anyone who can run the hook could redirect them.
 */
export function recordedEnvironment(home: Readable, stream: string, session: Session): Environment | null {
  const { environment, agent, parent } = session
  const lead = agent === null ? null : (parent?.stream ?? null)
  const last = environment ?? (lead === null ? null : sessionOf(sealedEntries(home, lead)).environment)
  const programs = programsIn(home, stream)
  return last === null || programs === null ? null : { ...only(last, isOfLogin), ...programs }
}

/** True if the checks of both sessions find the same programs. */
export const findSame = (home: Readable, stream: string, other: string): boolean =>
  stream === other || canonical(programsIn(home, stream)) === canonical(programsIn(home, other))

/** The variables that select programs, as the host had them when the session began. A subagent uses its session's. */
function programsIn(home: Readable, stream: string, whose: 'own' | 'lead' = 'own'): Environment | null {
  for (const entry of sealedEntries(home, stream)) {
    if (!isFact(entry, 'session.started')) continue
    const { environment, agent, parent } = readFact('session.started', entry)
    if (environment !== null) return only(environment, (name) => !isOfLogin(name))
    const lead = agent === null ? null : (parent?.stream ?? null)
    if (lead !== null && whose === 'own') return programsIn(home, lead, 'lead')
  }
  return null
}

const only = (environment: Environment, isWanted: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => isWanted(name)))

/** Variables that change with each login and select no program. They may differ when a session is resumed later. */
const isOfLogin = (name: string): boolean =>
  /^(?:SSH_AUTH_SOCK|XDG_RUNTIME_DIR|TMPDIR|TZ|LANG|LANGUAGE|LC_\w+)$/.test(name)
