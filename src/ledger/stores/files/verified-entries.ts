import type { Entry } from '../../kinds.ts'

/** More entries than most turns have. */
const MAX_ENTRIES = 64

/** The entries that a process has verified, by their stored lines: a stop reads the same turn several times. */
export class VerifiedEntries {
  readonly #entries = new Map<string, Entry>()

  /** The entry in a line that was verified before; null for any other line, even one that was moved from another stream. */
  find(line: Buffer, stream: string): Entry | null {
    const entry = this.#entries.get(keyOf(line)) ?? null
    return entry?.stream === stream ? entry : null
  }

  add(line: Buffer, entry: Entry): void {
    if (this.#entries.size < MAX_ENTRIES) this.#entries.set(keyOf(line), entry)
  }
}

const keyOf = (line: Buffer): string => line.toString('latin1')
