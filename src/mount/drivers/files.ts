import { MountError } from '../errors.ts'
import { requireFileName } from '../names.ts'
import type { SeenWorker } from '../snapshot.ts'
import { bytesOf, type Part, type TraceFile } from '../state.ts'
import { textOf, trimEnd, trimStart } from '../text.ts'
import type { Reading } from './evidence.ts'

/** A range of a file, as text. `bytes` is the size of the whole file; `text` is null if it is binary. */
export type FileRange = { name: string; bytes: number; start: number; end: number; text: string | null }

/** Finds a file of a worker by its exact name. */
export function requireFile({ job, files }: SeenWorker, name: unknown): TraceFile {
  const wanted = requireFileName(name)
  const found = files.find((file) => file.name === wanted)
  if (found === undefined) throw new MountError('FILE_UNKNOWN', `Worker ${job} has no file ${wanted}.`)
  return found
}

/** Reads a range of a file. A range outside the file is shortened, and characters are not split. */
export async function readFile(
  ledger: Reading,
  worker: string,
  file: TraceFile,
  { start, end }: { start: number; end: number },
): Promise<FileRange> {
  const from = Math.min(Math.max(0, start), file.bytes)
  const until = Math.min(Math.max(from, end), file.bytes)
  const found: Uint8Array[] = []
  let at = 0
  for await (const part of partsOf(ledger, worker, file)) {
    if (at >= until) break
    const [first, last] = [Math.max(from - at, 0), Math.min(until - at, part.bytes)]
    if (first < last) found.push(await ledger.readArtifact(part.sha256, { start: first, end: last }))
    at += part.bytes
  }
  const whole = Buffer.concat(found)
  const begun = from === 0 ? whole : trimStart(whole)
  const bytes = until === file.bytes ? begun : trimEnd(begun)
  const skipped = whole.length - begun.length
  const { name } = file
  return { name, bytes: file.bytes, start: from + skipped, end: from + skipped + bytes.length, text: textOf(bytes) }
}

/** All pieces of a file, in order. */
export async function* partsOf(ledger: Reading, worker: string, file: TraceFile): AsyncGenerator<Part> {
  if (file.output === null && bytesOf(file.tail) === file.bytes) {
    yield* file.tail
    return
  }
  let left = file.bytes
  for await (const { artifacts } of ledger.read(file.output ?? worker))
    for (const { name, sha256, bytes } of artifacts) {
      if (name !== file.name || left <= 0) continue
      left -= bytes
      yield { sha256, bytes }
    }
}
