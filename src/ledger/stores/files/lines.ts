import { closeSync, fstatSync, openSync } from 'node:fs'
import { MAX_ENTRY_BYTES } from '../../chain.ts'
import { explainDisk, readAt } from './disk.ts'

/** Maximum size of a stored line. A longer line was not written by us and is never held in memory whole. */
const MAX_LINE_BYTES = MAX_ENTRY_BYTES + 512

const CHUNK_BYTES = 1 << 20
const NEWLINE = 0x0a

/** A line without its newline. `end` is the offset after the newline; for a torn line, the end of the file. */
export type RawLine = { kind: 'whole' | 'torn' | 'oversize'; bytes: Buffer; end: number }

/** Splits a file into lines, chunk by chunk, in constant memory. A line stays valid when the next chunk arrives. */
class LineSplitter {
  #held: Buffer[] = []
  #heldBytes = 0
  #offset: number

  constructor(offset: number) {
    this.#offset = offset
  }

  /** The lines that end within this chunk. */
  *push(chunk: Buffer): Generator<RawLine> {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#offset += at + 1 - from
      yield this.#take('whole', chunk.subarray(from, at))
      from = at + 1
    }
    this.#hold(chunk.subarray(from))
  }

  /** The rest after the last newline, if any. */
  end(): RawLine | null {
    return this.#heldBytes === 0 ? null : this.#take('torn', Buffer.alloc(0))
  }

  #hold(rest: Buffer): void {
    if (rest.length === 0) return
    this.#heldBytes += rest.length
    this.#offset += rest.length
    if (this.#heldBytes <= MAX_LINE_BYTES) this.#held.push(rest)
  }

  #take(kind: 'whole' | 'torn', rest: Buffer): RawLine {
    const oversize = this.#heldBytes + rest.length > MAX_LINE_BYTES
    const bytes = oversize ? Buffer.alloc(0) : this.#held.length === 0 ? rest : Buffer.concat([...this.#held, rest])
    this.#held = []
    this.#heldBytes = 0
    return { kind: oversize ? 'oversize' : kind, bytes, end: this.#offset }
  }
}

/** Returns null if the file has disappeared since it was listed: the stream was collected. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw explainDisk(error, path)
  }
}

/**
 * Reads the lines of a file from `offset` on, synchronously. At the end it asks `isClosed` whether the file is complete.
 * If so, it reads once more, to get lines written between the last read and the close.
 */
export function* readLines(path: string, offset: number, isClosed: () => boolean = () => false): Generator<RawLine> {
  const splitter = new LineSplitter(offset)
  const fd = openIfThere(path)
  if (fd === null) return
  let wasClosed = false
  try {
    for (let at = offset; ; ) {
      const chunk = readAt(fd, at, Math.min(CHUNK_BYTES, Math.max(0, fstatSync(fd).size - at)))
      at += chunk.length
      yield* splitter.push(chunk)
      if (chunk.length > 0) continue
      if (wasClosed || !isClosed()) break
      wasClosed = true
    }
  } finally {
    closeSync(fd)
  }
  const rest = splitter.end()
  if (rest !== null) yield rest
}
