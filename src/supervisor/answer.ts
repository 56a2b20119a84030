import type { JsonObject } from '../ledger/kinds.ts'

/** What the supervisor says to an event, before a host's dialect; `notice` is a line for the person. */
export type Answer = Said & { notice?: string }

type Said =
  /** Nothing to say: the host goes on. */
  | { kind: 'go-on' }
  /** This tool call is not made. */
  | { kind: 'deny'; reason: string }
  /** This tool call is made with other input. */
  | { kind: 'rewrite'; input: JsonObject }
  /** A person decides about this tool call. */
  | { kind: 'ask'; reason: string }
  /** The agent does not stop, the prompt is not taken, the settings are not changed. */
  | { kind: 'block'; reason: string }
  /** The agent is told something. */
  | { kind: 'context'; text: string }
  /** The agent stops for good. */
  | { kind: 'end'; reason: string }

export const GO_ON: Answer = { kind: 'go-on' }

/** What could not be put on record is answered all the same. */
export class Unrecorded extends Error {
  readonly answer: Answer

  constructor(cause: unknown, answer: Answer) {
    super('It could not be put on record.', { cause })
    this.answer = answer
  }
}
