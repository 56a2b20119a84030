import { randomUUID } from 'node:crypto'
import { prepareOwn } from '../../chain.ts'
import type { Draft, OwnKind } from '../../kinds.ts'
import type { Home } from './home.ts'
import { REGISTER } from './layout.ts'
import { readRegister } from './read-register.ts'
import { sealedEntries } from './stream-lines.ts'
import { withLock } from './with-lock.ts'
import { appendLocked, forget, type Listing, type OpenStreams } from './writer.ts'

/** The register, `admin/streams`, lists every stream in the ledger, so that the audit notices a removed stream. */

/** Starts the register of a new ledger with the ledger's id, unless it has entries already. */
export function openRegister(home: Home): void {
  if (!sealedEntries(home, REGISTER).next().done) return
  record(home, { kind: 'ledger.opened', actor: 'harness', body: { ledger: randomUUID() } })
}

/** Adds a stream to the register. */
export const register = (home: Home, stream: string): void =>
  record(home, { kind: 'stream.opened', actor: 'harness', body: { stream } })

/** The current state of a stream in the register. */
export const listingOf = (home: Home, stream: string): 'none' | 'open' | 'collected' =>
  readRegister(home).streams.get(stream)?.kind ?? 'none'

/** Appends to the register. Every process takes locks in the same order: stream first, register second. */
export function record(home: Home, draft: Draft & { kind: OwnKind }): void {
  const streams: OpenStreams = new Map()
  withLock(home, REGISTER, () => {
    try {
      appendLocked(home, REGISTER, [prepareOwn(REGISTER, draft, home.now().toISOString())], streams, REGISTER_LISTING)
    } finally {
      forget(streams, REGISTER)
    }
  })
}

/** The register does not list itself. */
const REGISTER_LISTING: Listing = { add: () => {}, isCollected: () => false }
