import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { hostsOf, isHere, isListed } from './hosts.ts'

/** If the policy lists hosts, finds any other host that a call reaches; this machine is always allowed. */
export function hostUnlisted(call: CheckedCall): DispatchFinding[] {
  const { hosts } = call.policy
  if (hosts.length === 0) return []
  const other = hostsOf(call).find((one) => !isHere(one.host) && !isListed(one, hosts))
  return other === undefined ? [] : [finding('HOST_UNLISTED', other.said)]
}
