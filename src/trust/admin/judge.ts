import type { Json } from '../../ledger/kinds.ts'
import { isSignedBy } from '../../policy/signature.ts'
import { parameterOf, RANGES } from '../parameters.ts'
import { type AdminCommand, describeValue, type ReadCommand, type SignedCommand, signedBytes } from './command.ts'
import type { AdminRefusal } from './errors.ts'
import type { CommandAccepted } from './facts.ts'
import { type AdminState, MAX_ACCEPTED } from './state.ts'

export type Refusal = { kind: 'refused'; code: AdminRefusal; why: string }
export type JudgedCommand = { kind: 'accepted'; fact: CommandAccepted } | Refusal

/** A signature is good for this long. */
export const MAX_AGE_MS = 10 * 60_000
/** The clocks of two machines may differ by this much. */
const MAX_AHEAD_MS = 60_000
const HOUR_MS = 3600_000
/** A counter may skip this many. A higher one would use up the counters that are left. */
const MAX_SKIPPED = 1_000

/** Accepts or refuses a command for the ledger with this id. The signature is checked before anything that it signs. */
export function judgeCommand(state: AdminState, ledger: string, read: ReadCommand, nowMs: number): JudgedCommand {
  if (read.kind === 'malformed')
    return refuse('COMMAND_MALFORMED', `This is not a command of an administrator. ${read.why}`)
  if (state.key === null)
    return refuse('NO_ADMIN_KEY', 'There is no administrator here yet. To create a key: bailiff admin keygen')
  if (read.kind === 'unsigned')
    return refuse('COMMAND_UNSIGNED', 'Nobody has signed this command. To sign it: bailiff admin sign <file>')
  const { command } = read
  return (
    wrongSignature(state.key, command) ??
    wrongMoment(state, ledger, command, nowMs) ??
    outOfRange(command.command) ??
    overRate(state, nowMs) ?? { kind: 'accepted', fact: factOf(state, command) }
  )
}

// biome-ignore lint/style/noRestrictedGlobals: reads a given time, not the clock
const timeOf = (at: string): number => Date.parse(at)

const refuse = (code: AdminRefusal, why: string): Refusal => ({ kind: 'refused', code, why })

function wrongSignature(
  key: { id: string; publicKey: string },
  { signature, ...order }: SignedCommand,
): Refusal | null {
  if (order.key !== key.id)
    return refuse('KEY_WRONG', `Key ${order.key} signed this command; the administrator's key is ${key.id}.`)
  return isSignedBy(signedBytes(order), signature, key.publicKey)
    ? null
    : refuse('SIGNATURE_INVALID', 'The command was changed after it was signed. Sign it again.')
}

function wrongMoment(state: AdminState, ledger: string, command: SignedCommand, nowMs: number): Refusal | null {
  if (command.ledger !== ledger)
    return refuse('LEDGER_WRONG', `The command is for ledger ${command.ledger}; this is ledger ${ledger}.`)
  const ageMs = nowMs - timeOf(command.issuedAt)
  // Also refuses a date that does not exist.
  if (!(ageMs <= MAX_AGE_MS))
    return refuse(
      'COMMAND_STALE',
      `The command was signed more than ${MAX_AGE_MS / 60_000} minutes ago. Sign it again.`,
    )
  if (ageMs < -MAX_AHEAD_MS)
    return refuse('COMMAND_EARLY', 'The command was signed in the future. Compare the clocks of the two machines.')
  if (command.counter <= state.counter)
    return refuse(
      'COMMAND_REPLAYED',
      `This is command ${command.counter}, but command ${state.counter} was accepted already. Make a new proposal.`,
    )
  if (command.counter > state.counter + MAX_SKIPPED)
    return refuse(
      'COUNTER_AHEAD',
      `The last command was ${state.counter}; ${command.counter} skips more than ${MAX_SKIPPED}.`,
    )
  return null
}

/** Refuses a value that its parameter may not have; null for other commands. Needs no signature. */
export function outOfRange(command: AdminCommand): Refusal | null {
  if (command.kind !== 'set' || parameterOf(command.name, command.value) !== null) return null
  const given = describeValue(command.value).slice(0, 60)
  return refuse('OUT_OF_RANGE', `${command.name} must be ${RANGES[command.name]}; you gave ${given}.`)
}

function overRate({ acceptedAt }: AdminState, nowMs: number): Refusal | null {
  const [oldest] = acceptedAt
  if (acceptedAt.length < MAX_ACCEPTED || oldest === undefined) return null
  const waitMs = timeOf(oldest) + HOUR_MS - nowMs
  if (waitMs <= 0) return null
  const wait = `Try again in ${Math.ceil(waitMs / 60_000)} min.`
  return refuse('RATE_EXCEEDED', `${MAX_ACCEPTED} commands were accepted within an hour, which is the limit. ${wait}`)
}

function factOf({ parameters }: AdminState, command: SignedCommand): CommandAccepted {
  if (command.command.kind !== 'set') return { command }
  const { name, value } = command.command
  const to = parameterOf(name, value)?.[name] as Json
  return { command, from: parameters[name] as Json, to }
}
