import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import type { ActivePolicy } from '../policy/ruling.ts'
import type { Depth } from '../policy/stores/approvals.ts'
import { rulingPolicy } from '../policy/stores/ruling.ts'

/** The policy that rules a workspace. One that cannot be read rules nobody; what else is to be done is done. */
export function rulingIn(home: Readable | null, workspace: string, depth: Depth = 'seal'): ActivePolicy | null {
  try {
    return home === null ? null : rulingPolicy(home, workspace, process.env, depth)
  } catch {
    return null
  }
}
