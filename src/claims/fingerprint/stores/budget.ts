import { UnfinishedError } from '../unfinished.ts'

/** Limits on taking a fingerprint. `bytes` counts bytes read, not cached content. */
export type Limits = { timeoutMs: number; files: number; bytes: number; repositories: number }

export const LIMITS: Limits = { timeoutMs: 60_000, files: 500_000, bytes: 20 * 2 ** 30, repositories: 500 }

/** Avoids `performance`, because loading it would cost the hook a millisecond. */
const monotonicMs = (): number => process.uptime() * 1000

/** Counts usage and throws when a limit is reached. */
export class Budget {
  readonly limits: Limits
  #files = 0
  #bytes = 0
  #repositories = 0
  readonly #until: number

  constructor(limits: Partial<Limits>) {
    this.limits = { ...LIMITS, ...limits }
    this.#until = monotonicMs() + this.limits.timeoutMs
  }

  get readBytes(): number {
    return this.#bytes
  }

  remainingMs(): number {
    const remaining = this.#until - monotonicMs()
    if (remaining <= 0)
      throw new UnfinishedError('time', `Fingerprinting took longer than ${this.limits.timeoutMs / 1000} s.`)
    return remaining
  }

  addFile(): void {
    if (++this.#files > this.limits.files)
      throw new UnfinishedError('files', `The workspace has more than ${this.limits.files} files that are not ignored.`)
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.limits.bytes)
      throw new UnfinishedError('bytes', `Fingerprinting would read more than ${this.limits.bytes} bytes.`)
    this.remainingMs()
  }

  addRepository(): void {
    if (++this.#repositories > this.limits.repositories)
      throw new UnfinishedError('repositories', `The workspace has more than ${this.limits.repositories} repositories.`)
  }
}
