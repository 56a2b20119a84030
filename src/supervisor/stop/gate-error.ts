/** Thrown if the gate itself fails. */
export class GateError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Thrown if the session's earlier policy is, or may be, no longer active. */
export class Departed extends GateError {}
