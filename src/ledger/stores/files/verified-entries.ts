import type { Entry } from '../../kinds.ts'

/** More entries than most turns have. */
const MAX_ENTRIES = 64

/** The entries that a process has verified, by their stored lines: a stop reads the same turn several times. */
export class VerifiedEntries {
  /** By the length of the line: comparing the bytes of a few lines is faster than making each a key. */
  readonly #byLength = new Map<number, { line: Buffer; entry: Entry }[]>()
  #count = 0

  /** The entry in a line that was verified before; null for any other line, even one that was moved from another stream. */
  find(line: Buffer, stream: string): Entry | null {
    const known = this.#byLength.get(line.length)?.find((one) => one.line.equals(line))
    return known?.entry.stream === stream ? known.entry : null
  }

  add(line: Buffer, entry: Entry): void {
    if (this.#count >= MAX_ENTRIES) return
    const known = this.#byLength.get(line.length)
    if (known === undefined) this.#byLength.set(line.length, [{ line, entry }])
    else known.push({ line, entry })
    this.#count++
  }
}
