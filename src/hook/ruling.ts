import { openKeyring } from '../ledger/stores/files/keyring.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { Depth } from '../policy/stores/approvals.ts'
import { rulingPolicy } from '../policy/stores/ruling.ts'

/** A policy that cannot be read rules nobody; what else is to be done is done. */
export function rulingIn(home: string, workspace: string, depth: Depth = 'seal'): Ruling | null {
  try {
    return rulingPolicy({ dir: home, keyring: openKeyring(home) }, workspace, process.env, depth)
  } catch {
    return null
  }
}
