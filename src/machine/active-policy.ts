import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import type { Depth } from '../policy/stores/approvals.ts'
import { loadActivePolicy } from '../policy/stores/load-active-policy.ts'

/** Finds the active policy of a workspace. Returns null if it is unreadable; callers carry on without it. */
export const activePolicyIn =
  (home: Readable | null, depth: Depth = 'seal') =>
  (workspace: string): ActivePolicy | null => {
    try {
      return home === null ? null : loadActivePolicy(home, workspace, process.env, depth)
    } catch {
      return null
    }
  }
