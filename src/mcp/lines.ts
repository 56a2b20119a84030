/** A line that came in; null where it was longer than any may be. */
export type Line = string | null

/** Cuts what comes in into lines, in bounded memory: of a line that is too long nothing is kept. */
export class Lines {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0
  #isTooLong = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that a chunk ends. */
  *hear(chunk: Uint8Array): Generator<Line> {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      yield* this.end()
    }
    this.#keep(rest)
  }

  /** What is left when nothing more comes: a last line may lack its end. Empty lines are none. */
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
