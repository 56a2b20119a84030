import { sha256 } from '../../../ledger/digest.ts'
import { withStream } from '../../../ledger/stores/files/append.ts'
import type { Home } from '../../../ledger/stores/files/home.ts'
import { ledgerId } from '../../../ledger/stores/files/signer.ts'
import { signerId } from '../../../policy/signature.ts'
import { describeBriefly, type ReadCommand, readCommand } from '../command.ts'
import { AdminError } from '../errors.ts'
import { ADMIN_STREAM, adminDraft, type CommandAccepted, type CommandRefused } from '../facts.ts'
import { judgeCommand, type Refusal } from '../judge.ts'
import type { AdminState } from '../state.ts'
import { auditAdmin } from './read.ts'
import { recordRefusal } from './refusals.ts'

/** Judges a command file and records the result. Throws AdminError if the command is refused. */
export function applyCommand(home: Home, text: string): CommandAccepted {
  const ledger = ledgerId(home)
  const read = readCommand(text)
  const judged = withStream(home, ADMIN_STREAM, (append) => {
    const result = judgeCommand(requireAdmin(home), ledger, read, home.now().getTime())
    if (result.kind === 'accepted') append(adminDraft({ kind: 'admin.accepted', body: result.fact }))
    return result
  })
  if (judged.kind === 'accepted') return judged.fact
  throw refuseCommand(home, judged, { ...aboutOf(read), sha256: sha256(text) })
}

/** Records a refusal and returns it as an error. */
export function refuseCommand(
  home: Home,
  { code, why }: Refusal,
  about: Omit<CommandRefused, 'code' | 'why'>,
): AdminError {
  recordRefusal(home, { code, why, ...about })
  return new AdminError(code, why)
}

function aboutOf(read: ReadCommand): Pick<CommandRefused, 'command' | 'counter'> {
  if (read.kind === 'malformed') return {}
  const { command, counter } = read.kind === 'signed' ? read.command : read.proposal
  return { command: describeBriefly(command), counter }
}

/** The administrator's decisions. Throws ADMIN_BROKEN if they were altered: no command may build on them. */
export function requireAdmin(home: Home): AdminState {
  const { state, finding } = auditAdmin(home)
  if (finding === null) return state
  throw new AdminError(
    'ADMIN_BROKEN',
    `No command is accepted, and the default parameters apply. Restore the record, or start again with a new key: bailiff admin keygen --force. Found: ${finding}`,
  )
}

/** Puts a key in place without a signature: the first one, or instead of a lost or broken one if `forced`. */
export function addKey(home: Home, publicKey: string, how: 'first' | 'forced'): void {
  withStream(home, ADMIN_STREAM, (append) => {
    if (how === 'first') requireNoKey(requireAdmin(home))
    const body = { key: signerId(publicKey), publicKey, forced: how === 'forced' }
    append(adminDraft({ kind: 'admin.key', body }))
  })
}

/** Throws if there is an administrator: only their own key may replace it. */
export function requireNoKey({ key }: AdminState): void {
  if (key === null) return
  throw new AdminError(
    'ADMIN_KEY_EXISTS',
    `Key ${key.id} is the administrator's. To replace it: bailiff admin keygen --rotate. If it is lost: --force`,
  )
}
