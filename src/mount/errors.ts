/** Every mount error code and its meaning. `docs/errors.md` lists the same codes with their remedies. */
export const MOUNT_ERRORS = {
  OWNER_MISSING: 'a run, worker or thread was requested without an owner',
  RUN_UNKNOWN: 'this owner has no run with that name',
  WORKER_UNKNOWN: 'the run has no such worker',
  FILE_UNKNOWN: 'the worker has no file with that name',
  FILE_REFUSED: 'not a valid trace file name',
  THREAD_UNKNOWN: 'this owner has no thread with that name',
  MESSAGE_REFUSED: 'a message that a thread does not store',
  BUDGET_INVALID: 'a budget that is not a whole number of bytes, lines or tokens',
  SPAWN_DENIED: 'a worker that the dispatch checks do not permit',
  INPUT_INVALID: 'arguments that are missing or wrong',
  WORKER_ENDED: 'a worker or call that has ended accepts no more records',
} as const

export type MountErrorCode = keyof typeof MOUNT_ERRORS

/** A mount failure. `code` is stable; the message is for people and agents. */
export class MountError extends Error {
  readonly code: MountErrorCode

  constructor(code: MountErrorCode, message: string) {
    super(message)
    this.name = 'MountError'
    this.code = code
  }
}
