/** Reasons to refuse a command of an administrator. They are recorded; `docs/errors.md` lists them with their remedies. */
export const ADMIN_REFUSALS = {
  COMMAND_MALFORMED: 'the file is not a command of an administrator',
  COMMAND_UNSIGNED: 'nobody has signed the command',
  NO_ADMIN_KEY: 'no administrator has a key here yet',
  KEY_WRONG: "another key than the administrator's signed the command",
  SIGNATURE_INVALID: 'the signature does not match the command',
  LEDGER_WRONG: 'the command is for another ledger',
  COMMAND_STALE: 'the command was signed too long ago',
  COMMAND_EARLY: 'the command was signed in the future',
  COMMAND_REPLAYED: 'this command or a later one was accepted before',
  COUNTER_AHEAD: 'the counter of the command is far too high',
  OUT_OF_RANGE: 'the parameter may not have that value',
  RATE_EXCEEDED: 'too many commands were accepted within an hour',
} as const

export type AdminRefusal = keyof typeof ADMIN_REFUSALS

/** Every other error code of the administrator's commands, and its meaning. */
export const ADMIN_ERRORS = {
  ADMIN_KEY_EXISTS: 'an administrator has a key here already',
  ADMIN_BROKEN: "the record of the administrator's commands was altered",
  KEY_FILE_INVALID: "a file that is not an administrator's key, or was altered",
  KEY_FILE_EXPOSED: "an administrator's key that other users can access",
  PASSPHRASE_WRONG: 'the passphrase does not open the key',
  PASSPHRASE_SHORT: 'a new passphrase that is too short',
  PASSPHRASE_DIFFERS: 'the second passphrase differs from the first',
  PASSPHRASE_EXPOSED: 'a passphrase file that other users can access',
  PASSPHRASE_MISSING: 'no passphrase was given, and nobody can be asked',
} as const

export type AdminErrorCode = AdminRefusal | keyof typeof ADMIN_ERRORS

/** A command of an administrator that was refused or failed. `code` is stable; the message is for people. */
export class AdminError extends Error {
  readonly code: AdminErrorCode

  constructor(code: AdminErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AdminError'
    this.code = code
  }
}

/** True if the command was refused; otherwise something is wrong with the key, the passphrase or the record. */
export const isAdminRefusal = (code: string): code is AdminRefusal => Object.hasOwn(ADMIN_REFUSALS, code)
