import type { Entry } from '../../src/ledger/kinds.ts'
import type { AdminCommand, Proposal, ReadCommand, SignedCommand } from '../../src/trust/admin/command.ts'
import { createKeyPair, type KeyPair } from '../../src/trust/admin/drivers/key-file.ts'
import { signCommand } from '../../src/trust/admin/drivers/sign.ts'
import { type AdminFact, adminDraft } from '../../src/trust/admin/facts.ts'
import { type AdminState, foldAdmin, NO_ADMIN } from '../../src/trust/admin/state.ts'

/** The administrator of a ledger that exists only in memory, and a stranger. */

export const LEDGER = '1e16b19c-c511-4e67-a2b6-24232623b2c1'
export const ADMIN: KeyPair = createKeyPair()
export const STRANGER: KeyPair = createKeyPair()

/** Noon on a day, plus some milliseconds. */
export const NOON = Date.parse('2026-01-31T12:00:00.000Z')
const timeAt = (ms: number): string => new Date(ms).toISOString()

export const setting = (name: 'threshold' | 'decay' | 'window', value: number): AdminCommand => ({
  kind: 'set',
  name,
  value,
})

export type Making = { counter?: number; ledger?: string; by?: KeyPair; atMs?: number }

/** A signed command of the administrator, unless it says otherwise. */
export function signed(
  command: AdminCommand,
  { counter = 1, ledger = LEDGER, by = ADMIN, atMs = NOON }: Making = {},
): SignedCommand {
  const proposal: Proposal = { v: 1, ledger, counter, command }
  return signCommand(proposal, by, timeAt(atMs))
}

export const asRead = (command: SignedCommand): ReadCommand => ({ kind: 'signed', command })

/** The state after a first key and these facts, one second apart. */
export function stateAfter(...facts: AdminFact[]): AdminState {
  const key: AdminFact = { kind: 'admin.key', body: { key: ADMIN.id, publicKey: ADMIN.publicKey, forced: false } }
  return [key, ...facts].map((fact, i) => entryOf(fact, i + 1)).reduce(foldAdmin, NO_ADMIN)
}

export const accepted = (command: SignedCommand): AdminFact => ({ kind: 'admin.accepted', body: { command } })

export const entryOf = (fact: AdminFact, seq: number): Pick<Entry, 'seq' | 'at' | 'kind' | 'body'> => {
  const { kind, body } = adminDraft(fact)
  return { seq, at: timeAt(NOON - 60_000 + seq * 1_000), kind, body }
}
