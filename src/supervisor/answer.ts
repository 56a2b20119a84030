import type { JsonObject } from '../ledger/kinds.ts'

/** The supervisor's answer to an event, before the host's adapter renders it; `notice` is a line for the person. */
export type Answer = Said & { notice?: string }

type Said =
  /** The host carries on. */
  | { kind: 'go-on' }
  /** The tool call does not run. */
  | { kind: 'deny'; reason: string }
  /** The tool call runs with different input. */
  | { kind: 'rewrite'; input: JsonObject }
  /** A person decides on the tool call. */
  | { kind: 'ask'; reason: string }
  /** The agent must not stop, or the host must reject the prompt or the settings. */
  | { kind: 'block'; reason: string }
  /** The agent gets this text as context. */
  | { kind: 'context'; text: string }
  /** The agent stops for good. */
  | { kind: 'end'; reason: string }

export const GO_ON: Answer = { kind: 'go-on' }

/** Thrown if an event could not be recorded. Carries the answer, which the host still gets. */
export class Unrecorded extends Error {
  readonly answer: Answer

  constructor(cause: unknown, answer: Answer) {
    super('The event could not be recorded.', { cause })
    this.answer = answer
  }
}
