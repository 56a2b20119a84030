import { LedgerError } from '../../../ledger/errors.ts'
import { readChain } from '../../../ledger/stores/files/read.ts'
import { readRegister } from '../../../ledger/stores/files/read-register.ts'
import { recentEntries } from '../../../ledger/stores/files/recent.ts'
import type { Readable } from '../../../ledger/stores/files/stream-lines.ts'
import { findEnd } from '../../../ledger/stores/files/tail.ts'
import type { Parameters } from '../../parameters.ts'
import { ADMIN_STREAM } from '../facts.ts'
import { type AdminState, foldAdmin, NO_ADMIN, unsignedIn } from '../state.ts'

/** The administrator's decisions. `finding` says why they cannot be used; then the defaults apply. */
export type ReadAdmin = { state: AdminState; finding: string | null }

/** Reads the administrator's decisions. Never throws: a hook that reads them must go on. */
export function readAdmin(home: Readable): ReadAdmin {
  try {
    const { found } = findEnd(home, ADMIN_STREAM)
    if (found.kind === 'damaged' || found.kind === 'headless')
      return broken(`${ADMIN_STREAM} does not end as it was written. Run: bailiff verify ${ADMIN_STREAM}`)
    const state = [...entriesSinceKey(home)].reduce(foldAdmin, NO_ADMIN)
    const unsigned = unsignedIn(state)
    if (unsigned === null) return { state, finding: null }
    return broken(`Entry ${unsigned.seq} of ${ADMIN_STREAM} holds a command that the administrator's key did not sign.`)
  } catch (error) {
    return broken(error instanceof LedgerError ? error.message : `${ADMIN_STREAM} cannot be read: ${String(error)}.`)
  }
}

/**
 * Like `readAdmin`, and notices that the whole stream was removed. For commands that people run: it reads the register,
 * which lists every stream of the ledger.
 */
export function auditAdmin(home: Readable): ReadAdmin {
  const read = readAdmin(home)
  if (read.state.key !== null || read.finding !== null) return read
  const isListed = readRegister(home).streams.get(ADMIN_STREAM)?.kind === 'open'
  return isListed ? broken(`${ADMIN_STREAM} was removed from the ledger. Run: bailiff verify`) : read
}

/** Returns the parameters in effect: the defaults, unless an administrator has changed them. Never throws. */
export const parametersIn = (home: Readable): Parameters => readAdmin(home).state.parameters

const broken = (finding: string): ReadAdmin => ({ state: NO_ADMIN, finding })

/** Entries before the last key that a person put in place have no effect, even if they were altered. */
function* entriesSinceKey(home: Readable) {
  let start = 1
  for (const { seq, kind } of recentEntries(home, ADMIN_STREAM))
    if (kind === 'admin.key') {
      start = seq
      break
    }
  yield* readChain(home, ADMIN_STREAM, { start })
}
