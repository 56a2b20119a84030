/** Thrown if the gate itself fails. */
export class GateError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Thrown if the session is no longer, or possibly no longer, under its earlier policy. */
export class Departed extends GateError {}
