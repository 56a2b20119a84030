import type { Actor, Entry, JsonObject } from '../ledger/kinds.ts'
import type { HostEvent } from './event.ts'

/** A fact of an event, before it is an entry. */
export type Fact = { kind: string; actor: Actor; body: JsonObject }

/** What the host said besides. */
export const restOf = ({ rest }: HostEvent): JsonObject => (Object.keys(rest).length === 0 ? {} : { rest })

/** What an entry says happened, also where only the raw bytes of it could be kept. */
export const kindOf = ({ kind, body }: Entry): string => {
  const { insteadOf } = body
  return kind === 'host.event' && typeof insteadOf === 'string' ? insteadOf : kind
}
