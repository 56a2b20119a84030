/** Every trust error code and its meaning. `docs/errors.md` lists the same codes with their remedies. */
export const TRUST_ERRORS = {
  PACK_UNUSABLE: 'the pattern pack is missing, damaged or from another version',
  PATTERN_UNKNOWN: 'the project has learnt no pattern with that id',
  NOTHING_TO_UNDO: 'the pattern has no change that could be taken back, or it changed in the meantime',
} as const

export type TrustErrorCode = keyof typeof TRUST_ERRORS

/** A failure of the risk scores. `code` is stable; the message is for people. */
export class TrustError extends Error {
  readonly code: TrustErrorCode

  constructor(code: TrustErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TrustError'
    this.code = code
  }
}
