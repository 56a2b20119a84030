import { openKeyring } from '../ledger/stores/files/keyring.ts'
import type { Ruling } from '../policy/ruling.ts'
import { rulingPolicy } from '../policy/stores/ruling.ts'
import { receive } from '../supervisor/receive.ts'
import { guardOf } from './guard.ts'
import { hookWith } from './run.ts'

/** The hook for any event. */
export const hook = hookWith((world, event, home) =>
  receive({ ...world, guard: guardOf(home, process.env), ruling: (workspace) => rulingIn(home, workspace) }, event),
)

/** A policy that cannot be read rules nobody; what else is to be done is done. */
function rulingIn(home: string, workspace: string): Ruling | null {
  try {
    return rulingPolicy({ dir: home, keyring: openKeyring(home) }, workspace, process.env)
  } catch {
    return null
  }
}
