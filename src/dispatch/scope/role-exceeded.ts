import { ACCESSES, type Access } from '../../policy/dispatch.ts'
import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { hostsOf, isHere } from './hosts.ts'

/**
 * Finds access that the policy does not grant to the role. The main agent is `main`; `*` is every subagent without its
 * own row.
 */
export function roleExceeded(call: CheckedCall): DispatchFinding[] {
  const { roles } = call.policy
  const own = Object.hasOwn(roles, call.role) ? roles[call.role] : undefined
  const may = own ?? (call.role === 'main' ? undefined : roles['*'])
  if (may === undefined) return []
  return ACCESSES.flatMap((access) => {
    const answer = may[access]
    return answer === undefined || answer === 'allow' || !ACCESS[access](call)
      ? []
      : [finding('ROLE_EXCEEDED', `${call.role}: ${access}`, answer)]
  })
}

const FETCHING = /fetch|web_?search|browser|http/i

const ACCESS: Readonly<Record<Access, (call: CheckedCall) => boolean>> = {
  read: ({ aims }) => aims.some(({ how }) => how === 'read'),
  write: ({ aims, attempt }) =>
    aims.some(({ how }) => how === 'write') || attempt.files.some(({ how }) => how === 'write'),
  run: ({ attempt }) => attempt.runs.length + attempt.codes.length + attempt.unread.length > 0,
  network: (call) => FETCHING.test(call.tool) || hostsOf(call).some(({ host }) => !isHere(host)),
}
