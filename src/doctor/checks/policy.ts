import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { finding, note, type Remark } from '../finding.ts'

/** Checks that the active policy is the one that people see. Pure. */
export function checkPolicy({ notice, finding: tampered }: Pick<ActivePolicy, 'notice' | 'finding'>): Remark[] {
  if (notice === null) return []
  const [what = '', command] = notice.split(' Run: ')
  const fix = command === undefined ? 'Run: bailiff docs policy' : `Run: ${command}`
  return tampered === null ? [note('POLICY_UNAPPROVED', what, fix)] : [finding('POLICY_TAMPERED', what, fix)]
}
