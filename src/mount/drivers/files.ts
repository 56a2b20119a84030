import { MountError } from '../errors.ts'
import { RESULT, requireFileName } from '../names.ts'
import type { SeenWorker } from '../snapshot.ts'
import { bytesOf, type Part, type TraceFile } from '../state.ts'
import { textOf, trimEnd, trimStart } from '../text.ts'
import type { Reading } from './evidence.ts'

/** A range of a file, as text. `bytes` is the size of the whole file; `text` is null if it is binary. */
export type FileRange = { name: string; bytes: number; start: number; end: number; text: string | null }

/** Finds a worker's file by its exact name. */
export function requireFile({ job, files }: SeenWorker, name: unknown): TraceFile {
  const wanted = requireFileName(name)
  const found = files.find((file) => file.name === wanted)
  if (found === undefined) throw new MountError('FILE_UNKNOWN', `Worker ${job} has no file ${wanted}.`)
  return found
}

/** Reads a range of a file. A range that exceeds the file is clipped, and characters are not split. */
export async function readFile(ledger: Reading, worker: string, file: TraceFile, range: ByteRange): Promise<FileRange> {
  const { start, end } = within(file, range)
  const found: Uint8Array[] = []
  for await (const part of readBytes(ledger, worker, file, range)) found.push(part)
  const whole = Buffer.concat(found)
  const begun = start === 0 ? whole : trimStart(whole)
  const bytes = end === file.bytes ? begun : trimEnd(begun)
  const from = start + whole.length - begun.length
  return { name: file.name, bytes: file.bytes, start: from, end: from + bytes.length, text: textOf(bytes) }
}

/** From `start` up to but excluding `end`. */
export type ByteRange = { start: number; end: number }

/** The recorded bytes of a file's range, piece by piece. A range that exceeds the file is clipped. */
export async function* readBytes(
  ledger: Reading,
  worker: string,
  file: TraceFile,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { start, end } = within(file, range)
  let at = 0
  for await (const part of partsOf(ledger, worker, file)) {
    if (at >= end) return
    const [first, last] = [Math.max(start - at, 0), Math.min(end - at, part.bytes)]
    if (first < last) yield await ledger.readArtifact(part.sha256, { start: first, end: last })
    at += part.bytes
  }
}

function within({ bytes }: TraceFile, { start, end }: ByteRange): ByteRange {
  const from = Math.min(Math.max(0, start), bytes)
  return { start: from, end: Math.min(Math.max(from, end), bytes) }
}

/** All pieces of a file, in order. */
export async function* partsOf(ledger: Reading, worker: string, file: TraceFile): AsyncGenerator<Part> {
  if (file.output === null && bytesOf(file.tail) === file.bytes) {
    yield* file.tail
    return
  }
  if (file.name === RESULT) {
    yield* await resultParts(ledger, worker, file)
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

/** Each result is one entry and replaces the previous one. */
async function resultParts(ledger: Reading, worker: string, { name, bytes }: TraceFile): Promise<Part[]> {
  let found: Part[] = []
  for await (const { artifacts } of ledger.read(worker)) {
    const parts = artifacts.filter((part) => part.name === name)
    if (parts.length > 0 && bytesOf(parts) === bytes) found = parts
  }
  return found
}
