/**
 * The ledger's error codes and their meanings. `docs/errors.md` lists the same codes with their remedies; a test keeps
 * the two in sync.
 */
export const LEDGER_ERRORS = {
  NOT_JSON: 'a value that JSON cannot represent exactly',
  TOO_DEEP: 'a value nested deeper than the ledger accepts',
  ENTRY_INVALID: 'an entry with a malformed stream, kind, actor or artifact',
  ENTRY_TOO_LARGE: 'an entry larger than the size limit',
  CHAIN_BROKEN: 'a stream whose chain does not match its head and keys',
  STREAM_UNKNOWN: 'no stream with that name',
  ENTRY_UNKNOWN: 'no entry with that seq',
  ARTIFACT_UNKNOWN: 'no artifact with that hash or name',
  RANGE_INVALID: 'a range outside the stored data',
  HOME_EMPTY: 'no ledger in the state directory',
  HOME_EXPOSED: 'a state directory that other users can write to',
  HOME_UNUSABLE: 'a state directory that cannot be read or written',
  KEY_EXPOSED: 'a key that other users can read or write',
  KEY_MISSING: 'a ledger whose key is missing',
  KEY_WRAPPED: 'wrapped keys whose wrapping secret is missing',
  KEY_DAMAGED: 'a key file whose content does not match its name',
  LOCK_TIMEOUT: 'a lock that was not free within the time limit',
  DISK_FULL: 'no space left for the entry',
  STORE_CLOSED: 'an append after the store was closed',
  CHECKPOINT_INVALID: 'a checkpoint that is malformed or not signed by the expected key',
  EXPORT_INVALID: 'a file that is not a complete export',
} as const

export type LedgerErrorCode = keyof typeof LEDGER_ERRORS

/** A ledger failure. `code` is stable; the message is for people. */
export class LedgerError extends Error {
  readonly code: LedgerErrorCode

  constructor(code: LedgerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'LedgerError'
    this.code = code
  }
}
