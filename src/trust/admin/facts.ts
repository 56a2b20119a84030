import type { Draft, Entry, Json, JsonObject } from '../../ledger/kinds.ts'
import { isObject } from '../../ledger/kinds.ts'
import { readPublicKey, signerId } from '../../policy/signature.ts'
import { readCommand, type SignedCommand } from './command.ts'
import { type AdminRefusal, isAdminRefusal } from './errors.ts'

/** The stream of the administrator's key and accepted commands. Refusals are elsewhere, so that junk does not make it longer. */
export const ADMIN_STREAM = 'admin/parameters'

/** The first key, or one that a person put in place of a lost one. The parameters start from the defaults. */
type KeyAdded = { key: string; publicKey: string; forced: boolean }

/** An accepted command, and for `set` the value before and after. */
export type CommandAccepted = { command: SignedCommand; from?: Json; to?: Json }

/** A refused command. Its size is bounded, whatever the file held. */
export type CommandRefused = {
  code: AdminRefusal
  why: string
  /** The command in words; absent if it could not be read. */
  command?: string
  counter?: number
  /** The hash of the refused file. */
  sha256?: string
  /** Refusals since the last entry that were counted instead of recorded, by code. */
  unrecorded?: { [code: string]: number }
}

export type AdminFact =
  | { kind: 'admin.key'; body: KeyAdded }
  | { kind: 'admin.accepted'; body: CommandAccepted }
  | { kind: 'admin.refused'; body: CommandRefused }

export const adminDraft = ({ kind, body }: AdminFact): Draft => ({
  kind,
  actor: kind === 'admin.refused' ? 'harness' : 'admin',
  body: body as unknown as JsonObject,
})

/** Returns null for an entry of another kind or with an unusable body. */
export function readAdminFact({ kind, body }: Pick<Entry, 'kind' | 'body'>): AdminFact | null {
  switch (kind) {
    case 'admin.key': {
      const { key, publicKey, forced } = body
      const isKey = typeof publicKey === 'string' && readPublicKey(publicKey) === publicKey
      return isKey && key === signerId(publicKey) ? { kind, body: { key, publicKey, forced: forced === true } } : null
    }
    case 'admin.accepted': {
      const read = isObject(body['command']) ? readCommand(JSON.stringify(body['command'])) : null
      if (read?.kind !== 'signed') return null
      const { from, to } = body
      return {
        kind,
        body: { command: read.command, ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
      }
    }
    case 'admin.refused':
      return typeof body['code'] === 'string' && isAdminRefusal(body['code'])
        ? { kind, body: body as unknown as CommandRefused }
        : null
    default:
      return null
  }
}
