import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { explainDisk, isAbsence, readAt } from './disk.ts'

const CHUNK_BYTES = 64 << 10
const NEWLINE = 0x0a

/**
 * The complete lines of a file, last first, from its last `maxBytes`, so the cost does not depend on the file's length.
 * Skips an unfinished last line and a line that begins before the limit. Yields nothing if there is no file.
 */
export function* linesFromEnd(path: string, maxBytes: number): Generator<Buffer> {
  const fd = openIfThere(path)
  if (fd === null) return
  try {
    const { size } = fstatSync(fd)
    yield* linesBefore(fd, size, Math.max(0, size - maxBytes))
  } catch (error) {
    throw explainDisk(error, path)
  } finally {
    closeSync(fd)
  }
}

function openIfThere(path: string): number | null {
  try {
    // Without blocking: there may be a pipe at that path.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (isAbsence(error)) return null
    throw explainDisk(error, path)
  }
}

function* linesBefore(fd: number, size: number, from: number): Generator<Buffer> {
  // Bytes after the last newline are not a complete line yet.
  let isFinished = false
  let held: Buffer[] = []
  for (let end = size; end > from; ) {
    const start = Math.max(from, end - CHUNK_BYTES)
    let chunk = readAt(fd, start, end - start)
    for (let at = chunk.lastIndexOf(NEWLINE); at !== -1; at = chunk.lastIndexOf(NEWLINE)) {
      const last = chunk.subarray(at + 1)
      const line = held.length === 0 ? last : Buffer.concat([last, ...held])
      held = []
      chunk = chunk.subarray(0, at)
      if (isFinished) yield line
      isFinished = true
    }
    held.unshift(chunk)
    end = start
  }
  if (from === 0 && isFinished) yield Buffer.concat(held)
}
