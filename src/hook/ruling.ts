import { openKeyring } from '../ledger/stores/files/keyring.ts'
import type { Ruling } from '../policy/ruling.ts'
import { rulingPolicy } from '../policy/stores/ruling.ts'

/** The policy that rules a workspace. One that cannot be read rules nobody; what else is to be done is done. */
export function rulingIn(home: string, workspace: string): Ruling | null {
  try {
    return rulingPolicy({ dir: home, keyring: openKeyring(home) }, workspace, process.env)
  } catch {
    return null
  }
}
