/** An incoming line; null if it was too long. */
export type Line = string | null

/** Splits the input into lines in bounded memory: a line that is too long is dropped. */
export class Lines {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0
  #isTooLong = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that this chunk completes. */
  *hear(chunk: Uint8Array): Generator<Line> {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      yield* this.end()
    }
    this.#keep(rest)
  }

  /** The rest at the end of the input: the last line may lack its newline. Empty lines are skipped. */
  *end(): Generator<Line> {
    const line = this.#isTooLong ? null : Buffer.concat(this.#parts).toString('utf8').trim()
    this.#parts = []
    this.#bytes = 0
    this.#isTooLong = false
    if (line !== '') yield line
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) {
      this.#isTooLong = true
      this.#parts = []
    }
    if (!this.#isTooLong && part.length > 0) this.#parts.push(part)
  }
}

const NEWLINE = 0x0a
