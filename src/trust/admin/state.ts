import type { Entry, Json } from '../../ledger/kinds.ts'
import { isSignedBy, signerId } from '../../policy/signature.ts'
import { DEFAULT_PARAMETERS, type ParameterName, type Parameters, parameterOf } from '../parameters.ts'
import { type AdminCommand, type SignedCommand, signedBytes } from './command.ts'
import { readAdminFact } from './facts.ts'

/** The administrator's key. `forced`: a person put it in place of one that was lost. */
type AdminKey = { id: string; publicKey: string; at: string; forced: boolean }

/** An accepted command, the entry that holds it, and the key that signed it. */
type Signed<Command = AdminCommand> = {
  seq: number
  at: string
  command: SignedCommand & { command: Command }
  publicKey: string
}

type Recalibration = Extract<AdminCommand, { kind: 'recalibrate' }>

type Change = Signed & { from: Json }

/** An administrator's decisions, folded from the admin stream. */
export type AdminState = {
  /** Null if there is no administrator. */
  key: AdminKey | null
  parameters: Parameters
  /** The command that decides each changed parameter. */
  changes: { readonly [Name in ParameterName]?: Change }
  /** The counter of the last accepted command. */
  counter: number
  /** The times of the last accepted commands, oldest first; as many as the rate limit needs. */
  acceptedAt: readonly string[]
  /** The last accepted commands to recalibrate, oldest first. A project's trust state carries out those it has not seen. */
  recalibrations: readonly Signed<Recalibration>[]
  /** The commands that replaced the key, oldest first. */
  rotations: readonly Signed[]
}

export const NO_ADMIN: AdminState = {
  key: null,
  parameters: DEFAULT_PARAMETERS,
  changes: {},
  counter: 0,
  acceptedAt: [],
  recalibrations: [],
  rotations: [],
}

/** A project that nobody has opened for longer carries out only the last of them. */
const MAX_KEPT = 20

/** Commands that may be accepted within an hour. */
export const MAX_ACCEPTED = 10

type FoldedEntry = Pick<Entry, 'seq' | 'at' | 'kind' | 'body'>

/**
 * Adds an entry to a state. A key that no command put in place starts again from the defaults. A command that could not
 * have been accepted changes nothing: its counter is not higher, its key is not the administrator's, or its value is out of
 * range. Signatures are checked by `unsignedIn`, because only the last command for each parameter needs it.
 */
export function foldAdmin(state: AdminState, entry: FoldedEntry): AdminState {
  const { seq, at } = entry
  const fact = readAdminFact(entry)
  if (fact?.kind === 'admin.key') {
    const { key: id, publicKey, forced } = fact.body
    return { ...NO_ADMIN, key: { id, publicKey, at, forced } }
  }
  if (fact?.kind !== 'admin.accepted' || state.key === null) return state
  const { command } = fact.body
  if (command.counter <= state.counter || command.key !== state.key.id) return state
  const signed: Signed = { seq, at, command, publicKey: state.key.publicKey }
  const changed = carriedOut(state, signed)
  return changed === null
    ? state
    : { ...changed, counter: command.counter, acceptedAt: [...state.acceptedAt, at].slice(-MAX_ACCEPTED) }
}

function carriedOut(state: AdminState, signed: Signed): AdminState | null {
  const { command } = signed.command
  switch (command.kind) {
    case 'set': {
      const { name, value } = command
      const parameter = parameterOf(name, value)
      if (parameter === null) return null
      const from = state.parameters[name] as Json
      return {
        ...state,
        parameters: { ...state.parameters, ...parameter },
        changes: { ...state.changes, [name]: { ...signed, from } },
      }
    }
    case 'recalibrate':
      return {
        ...state,
        recalibrations: [...state.recalibrations, { ...signed, command: { ...signed.command, command } }].slice(
          -MAX_KEPT,
        ),
      }
    case 'rotate': {
      const { publicKey } = command
      const key = { id: signerId(publicKey), publicKey, at: signed.at, forced: false }
      return { ...state, key, rotations: [...state.rotations, signed] }
    }
  }
}

/**
 * Returns the first command in effect that its key did not sign, or null. Whoever can write to the ledger still cannot
 * change a parameter without the administrator's key.
 */
export function unsignedIn({ changes, recalibrations, rotations }: AdminState): Signed | null {
  const inEffect = [...Object.values(changes), ...recalibrations, ...rotations]
  return (
    inEffect.find(
      ({ command: { signature, ...order }, publicKey }) => !isSignedBy(signedBytes(order), signature, publicKey),
    ) ?? null
  )
}
