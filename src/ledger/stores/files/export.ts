import { closeSync, createReadStream, openSync, rmSync } from 'node:fs'
import { LedgerError } from '../../errors.ts'
import { isStreamName } from '../../kinds.ts'
import { explainDisk, fileSize, writeAll } from './disk.ts'
import type { Head } from './head.ts'
import type { Home } from './home.ts'
import { artifactPath, segmentPath } from './layout.ts'
import { listStreams } from './list.ts'
import { signHeads } from './signer.ts'
import type { Readable } from './stream-lines.ts'
import { sealedEntries } from './stream-lines.ts'
import { findEnd } from './tail.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/**
 * An export is one tar file: the streams, every artifact they name, and a signed checkpoint of their ends. Any machine
 * can verify its chain and signature; the keys that sealed the entries are not included.
 */

export const EXPORT_CHECKPOINT = 'checkpoint.txt'
export const EXPORT_VKEY = 'vkey.txt'

export type ExportSummary = { streams: number; artifacts: number; bytes: number; vkey: string }

/** Writes an export of the named streams, or of all. The file must not exist yet. */
export async function exportFiles(
  home: Home,
  path: string,
  streams: readonly string[] = listStreams(home.dir),
): Promise<ExportSummary> {
  // Each end is read once, for both checkpoint and copy, so entries appended meanwhile are in neither.
  const heads = streams.map((stream) => headOf(home, stream))
  const { note, vkey } = signHeads(home, heads)
  const out = new Tar(path)
  try {
    out.text(EXPORT_CHECKPOINT, note)
    out.text(EXPORT_VKEY, `${vkey}\n`)
    for (const head of heads) await addStream(home, out, head)
    const artifacts = artifactsOf(home, streams)
    for (const sha256 of artifacts)
      await out.file(`artifacts/${sha256.slice(0, 2)}/${sha256}`, artifactPath(home.dir, sha256))
    return { streams: streams.length, artifacts: artifacts.size, bytes: out.end(), vkey }
  } catch (error) {
    out.abandon()
    throw explainDisk(error, path)
  }
}

function headOf(home: Readable, stream: string): Head {
  if (!isStreamName(stream) || fileSize(segmentPath(home.dir, stream, 1)) === null) {
    throw new LedgerError('STREAM_UNKNOWN', `No stream ${stream}. Run: bailiff sessions --all`)
  }
  return findEnd(home, stream).head
}

async function addStream(home: Readable, out: Tar, head: Head): Promise<void> {
  for (let segment = 1; segment <= head.segment; segment++) {
    const path = segmentPath(home.dir, head.stream, segment)
    const bytes = segment === head.segment ? head.bytes : (fileSize(path) ?? 0)
    if (bytes > 0) await out.file(path.slice(home.dir.length + 1), path, bytes)
  }
}

function artifactsOf(home: Readable, streams: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const stream of streams) {
    for (const entry of sealedEntries(home, stream)) {
      for (const { sha256 } of entry.artifacts) if (fileSize(artifactPath(home.dir, sha256)) !== null) found.add(sha256)
    }
  }
  return found
}

class Tar {
  readonly #path: string
  readonly #fd: number
  #bytes = 0

  constructor(path: string) {
    this.#path = path
    this.#fd = openForWriting(path)
  }

  text(name: string, text: string): void {
    const data = Buffer.from(text)
    this.#write(tarHeader(name, data.length))
    this.#write(data)
    this.#write(tarPadding(data.length))
  }

  async file(name: string, path: string, bytes: number = fileSize(path) ?? 0): Promise<void> {
    this.#write(tarHeader(name, bytes))
    if (bytes > 0) for await (const chunk of createReadStream(path, { end: bytes - 1 })) this.#write(chunk)
    this.#write(tarPadding(bytes))
  }

  end(): number {
    this.#write(tarEnd())
    closeSync(this.#fd)
    return this.#bytes
  }

  abandon(): void {
    rmSync(this.#path, { force: true })
  }

  #write(data: Buffer): void {
    writeAll(this.#fd, data, this.#bytes)
    this.#bytes += data.length
  }
}

function openForWriting(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explainDisk(error, path)
    throw new LedgerError('HOME_UNUSABLE', `${path} already exists and will not be overwritten.`)
  }
}
