import type { Entry } from '../../ledger/kinds.ts'
import { ruledBefore } from '../../session/facts.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { findPolicy, type PolicyFound } from '../session-policy.ts'
import { departureFrom } from './departure.ts'
import { Departed, GateError } from './gate-error.ts'

/** Finds the active policy. Throws if it is unreadable or was tampered with, so that neither lets everything pass. */
export function requirePolicy(world: GuardedWorld, event: HostEvent): PolicyFound {
  const found = findPolicy(world, event)
  if (found.kind === 'unreadable') throw new GateError('POLICY_UNREADABLE', 'The active policy could not be read.')
  const { finding, notice } = found.kind === 'found' ? found.active : { finding: null, notice: null }
  if (finding !== null) throw new GateError(finding, notice ?? 'The approved policy was tampered with.')
  return found
}

/** Throws if the policy that was active according to the entries no longer is. */
export function requireUnchanged(found: PolicyFound, entries: readonly Entry[]): void {
  if (found.kind !== 'found') return
  for (const before of ruledBefore(entries)) {
    const departure = departureFrom(before, found.began)
    if (departure !== null) throw new Departed(departure.code, departure.detail)
  }
}
