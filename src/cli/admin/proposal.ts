import { ledgerId } from '../../ledger/stores/files/signer.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import type { AdminCommand, Proposal } from '../../trust/admin/command.ts'
import type { AdminState } from '../../trust/admin/state.ts'

/** The next command for this ledger, still without a signature. */
export const proposalOf = (home: Readable, { counter }: AdminState, command: AdminCommand): Proposal => ({
  v: 1,
  ledger: ledgerId(home),
  counter: counter + 1,
  command,
})
