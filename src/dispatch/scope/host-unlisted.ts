import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { hostsOf, isHere, isListed } from './hosts.ts'

/** Where the policy lists hosts, a call reaches no other; this machine is always one of them. */
export function hostUnlisted(call: CheckedCall): DispatchFinding[] {
  const { hosts } = call.policy
  if (hosts.length === 0) return []
  const other = hostsOf(call).find((one) => !isHere(one.host) && !isListed(one, hosts))
  return other === undefined ? [] : [finding('HOST_UNLISTED', other.said)]
}
