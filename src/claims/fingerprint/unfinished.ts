/** The reason why there is no fingerprint: a limit was reached, or something could not be read reliably. */
export type Why = 'time' | 'files' | 'bytes' | 'repositories' | 'changing' | 'unreadable' | 'git'

/** Reported instead of a fingerprint. There are no partial fingerprints. */
export type Unfinished = { code: 'FINGERPRINT_UNFINISHED'; why: Why; path: string | null; message: string }

/** Carries the finding up the call stack; `takeFingerprint` returns it as a value. */
export class UnfinishedError extends Error {
  readonly finding: Unfinished

  constructor(why: Why, message: string, path: string | null = null) {
    super(message)
    this.name = 'UnfinishedError'
    this.finding = { code: 'FINGERPRINT_UNFINISHED', why, path, message }
  }
}
