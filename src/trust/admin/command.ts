import { canonical } from '../../ledger/canonical.ts'
import { isObject, isTime, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { readPublicKey } from '../../policy/signature.ts'
import { isParameterName, type ParameterName } from '../parameters.ts'

/** The wish of an administrator. */
export type AdminCommand =
  | { kind: 'set'; name: ParameterName; value: Json }
  /** With `since`, projects also forget what they learnt from that time on. */
  | { kind: 'recalibrate'; since: string | null }
  /** Replaces the administrator's key; the old key signs it. */
  | { kind: 'rotate'; publicKey: string }

/** A command that nobody has signed yet. It has no effect and does not expire. */
export type Proposal = {
  v: 1
  /** The id of the only ledger that accepts it. */
  ledger: string
  /** Higher than that of every command accepted before. */
  counter: number
  command: AdminCommand
}

/** The signed part of a command. */
export type Order = Proposal & {
  issuedAt: string
  /** The id of the key that signs. */
  key: string
}

export type SignedCommand = Order & { signature: string }

/** The bytes that are signed. The first line keeps a signature from meaning anything else. */
export const signedBytes = (order: Order): Uint8Array => Buffer.from(`bailiff admin command\n${canonical(order)}`)

/** A command as people read it: `set threshold to 0.35`. */
export function describeCommand(command: AdminCommand): string {
  switch (command.kind) {
    case 'set':
      return `set ${command.name} to ${describeValue(command.value)}`
    case 'recalibrate':
      return command.since === null ? 'recalibrate' : `recalibrate, and forget what was learnt since ${command.since}`
    case 'rotate':
      return 'rotate the key'
  }
}

const MAX_DESCRIBED = 200

/** The same, short enough for an entry: a refused value may be of any length. */
export const describeBriefly = (command: AdminCommand): string => describeCommand(command).slice(0, MAX_DESCRIBED)

/** A value of a parameter as a person types it: `0.35`, `0.25,0.5` or `violation,rejection`. */
export function describeValue(value: Json): string {
  if (Array.isArray(value)) return value.map(describeValue).join(',')
  if (!isObject(value)) return String(value)
  const { elevated, high } = value as { elevated?: Json; high?: Json }
  return elevated === undefined || high === undefined ? canonical(value) : `${elevated},${high}`
}

/** The largest command file. Anything longer is not a command. */
export const MAX_COMMAND_BYTES = 16 << 10

export type ReadCommand =
  | { kind: 'signed'; command: SignedCommand }
  | { kind: 'unsigned'; proposal: Proposal }
  | { kind: 'malformed'; why: string }

/** Reads a command file. Nothing in it is trusted before the signature is checked. */
export function readCommand(text: string): ReadCommand {
  if (text.length > MAX_COMMAND_BYTES) return malformed(`It is longer than ${MAX_COMMAND_BYTES} characters.`)
  const value = parseJson(text)
  if (value === null) return malformed('It is not a JSON object.')
  const { v, ledger, counter, issuedAt, key, signature, command, ...others } = value
  const [other] = Object.keys(others)
  if (other !== undefined) return malformed(`Unknown field "${other.slice(0, 40)}".`)
  if (v !== 1) return malformed('"v" must be 1.')
  if (typeof ledger !== 'string' || !/^[\w-]{1,64}$/.test(ledger))
    return malformed('"ledger" must be the id of a ledger.')
  if (!Number.isSafeInteger(counter) || Number(counter) < 1)
    return malformed('"counter" must be a whole number, 1 or more.')
  const wish = commandIn(command)
  if (wish === null) return malformed('"command" must be set, recalibrate or rotate, with the fields of its kind.')
  const proposal: Proposal = { v, ledger, counter: Number(counter), command: wish }
  if (signature === undefined) return { kind: 'unsigned', proposal }
  if (!isTime(issuedAt)) return malformed('"issuedAt" must be a time in UTC.')
  if (typeof key !== 'string' || !/^[0-9a-f]{16}$/.test(key)) return malformed('"key" must be the id of a key.')
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]{86}==$/.test(signature))
    return malformed('"signature" must be an Ed25519 signature.')
  return { kind: 'signed', command: { ...proposal, issuedAt, key, signature } }
}

const malformed = (why: string): ReadCommand => ({ kind: 'malformed', why })

function parseJson(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    // Refuses what the ledger could not record: values that are nested too deeply, and half characters.
    canonical(value as JsonObject)
    return value as JsonObject
  } catch {
    return null
  }
}

function commandIn(value: unknown): AdminCommand | null {
  if (!isObject(value)) return null
  const { kind, ...fields } = value
  const names = Object.keys(fields).sort().join(' ')
  if (kind === 'recalibrate') {
    const { since } = fields
    return names === 'since' && (since === null || isTime(since)) ? { kind, since } : null
  }
  if (kind === 'set') {
    const { name, value: wanted } = fields
    if (names !== 'name value' || typeof name !== 'string' || !isParameterName(name)) return null
    return { kind, name, value: wanted as Json }
  }
  if (kind !== 'rotate' || names !== 'publicKey') return null
  const { publicKey } = fields
  const isKey = typeof publicKey === 'string' && readPublicKey(publicKey) === publicKey
  return isKey ? { kind, publicKey } : null
}
