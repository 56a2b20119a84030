import { findPass, keepPass, type PassKey } from '../claims/stores/passes.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { Passes } from '../supervisor/stop/validate.ts'
import { findSame } from './session-environment.ts'

/** Returns a project's passes under a policy, limited to those run with the same programs that this session would use. */
export function passesOf(home: Home, stream: string, { project, policy }: Pick<PassKey, 'project' | 'policy'>): Passes {
  const keyOf = (validator: string, fingerprint: string): PassKey => ({ project, policy, validator, fingerprint })
  return {
    find: (validator, fingerprint, counts) => {
      const entry = findPass(home, keyOf(validator, fingerprint), counts)
      return entry !== null && findSame(home, stream, entry.stream) ? entry : null
    },
    keep: (validator, fingerprint, passedIn) => keepPass(home.dir, keyOf(validator, fingerprint), passedIn),
  }
}
