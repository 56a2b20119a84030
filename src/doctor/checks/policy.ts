import type { ActivePolicy } from '../../policy/ruling.ts'
import { finding, note, type Remark } from '../finding.ts'

/** Whether the policy that rules is the one that people see. Pure. */
export function checkPolicy({ notice, finding: tampered }: Pick<ActivePolicy, 'notice' | 'finding'>): Remark[] {
  if (notice === null) return []
  const [what = '', command] = notice.split(' Run: ')
  const mend = command === undefined ? 'See docs/policy.md.' : `Run: ${command}`
  return tampered === null ? [note('POLICY_UNAPPROVED', what, mend)] : [finding('POLICY_TAMPERED', what, mend)]
}
