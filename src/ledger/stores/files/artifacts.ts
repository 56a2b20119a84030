import { createHash, type Hash, randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fdatasyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { LedgerError } from '../../errors.ts'
import { type ArtifactRef, isHash } from '../../kinds.ts'
import { createRedactor, type Redactor } from '../../redact.ts'
import { resolveRange } from '../../range.ts'
import type { ArtifactLabel, Range } from '../../store.ts'
import { ensureDir, explainDisk, syncDir, writeAll } from './disk.ts'
import { artifactPath, artifactTempDir } from './layout.ts'

/** Writes bytes to a temporary file, redacting and hashing as they pass, then gives them their name. */
class Writing {
  readonly #dir: string
  readonly #path: string
  readonly #fd: number
  readonly #hash: Hash = createHash('sha256')
  readonly #redactor: Redactor = createRedactor()
  #bytes = 0

  constructor(dir: string) {
    this.#dir = dir
    ensureDir(artifactTempDir(dir))
    this.#path = join(artifactTempDir(dir), randomBytes(12).toString('hex'))
    this.#fd = openSync(this.#path, 'wx', 0o400)
  }

  write(chunk: Uint8Array): void {
    this.#keep(this.#redactor.write(chunk))
  }

  finish(label: ArtifactLabel): ArtifactRef {
    this.#keep(this.#redactor.end())
    fdatasyncSync(this.#fd)
    closeSync(this.#fd)
    const sha256 = this.#hash.digest('hex')
    settle(this.#path, artifactPath(this.#dir, sha256), sha256)
    const redacted = this.#redactor.redacted()
    return { name: label.name, sha256, bytes: this.#bytes, media: label.media, ...(redacted && { redacted }) }
  }

  abandon(): void {
    rmSync(this.#path, { force: true })
  }

  #keep(data: Uint8Array): void {
    writeAll(this.#fd, data, this.#bytes)
    this.#hash.update(data)
    this.#bytes += data.length
  }
}

/**
 * Gives a finished file its name. Where the name is taken by the same bytes those stay, and become young again so that
 * `gc` leaves them; where it is taken by other bytes, they were tampered with, and ours replace them.
 */
function settle(temp: string, path: string, sha256: string): void {
  ensureDir(dirname(path))
  try {
    linkSync(temp, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!freshen(path) || hashFile(path) !== sha256) renameSync(temp, path)
  }
  syncDir(dirname(path))
  rmSync(temp, { force: true })
}

function freshen(path: string): boolean {
  try {
    utimesSync(path, new Date(), new Date())
    return true
  } catch {
    return false
  }
}

function hashFile(path: string): string {
  const hash = createHash('sha256')
  const fd = openSync(path, 'r')
  const buffer = Buffer.allocUnsafe(1 << 18)
  try {
    for (let got = readSync(fd, buffer); got > 0; got = readSync(fd, buffer)) hash.update(buffer.subarray(0, got))
  } finally {
    closeSync(fd)
  }
  return hash.digest('hex')
}

/** Stores bytes at once; for the hook, which has them in hand. */
export function putArtifactSync(dir: string, label: ArtifactLabel, data: Uint8Array): ArtifactRef {
  const writing = new Writing(dir)
  try {
    writing.write(data)
    return writing.finish(label)
  } catch (error) {
    writing.abandon()
    throw explainDisk(error, artifactTempDir(dir))
  }
}

/** Stores bytes as they come, in constant memory. */
export async function putArtifact(
  dir: string,
  label: ArtifactLabel,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ArtifactRef> {
  const writing = new Writing(dir)
  try {
    for await (const chunk of source) writing.write(chunk)
    return writing.finish(label)
  } catch (error) {
    writing.abandon()
    throw explainDisk(error, artifactTempDir(dir))
  }
}

/** The bytes of an artifact, or a range of them (`end` is exclusive). */
export async function* getArtifact(dir: string, sha256: string, range: Range = {}): AsyncGenerator<Uint8Array> {
  const path = artifactPath(dir, sha256)
  const size = isHash(sha256) ? statSync(path, { throwIfNoEntry: false })?.size : undefined
  if (size === undefined) throw new LedgerError('ARTIFACT_UNKNOWN', `No artifact ${sha256}.`)
  const { start, end } = resolveRange(range, size)
  if (start === end) return
  yield* createReadStream(path, { start, end: end - 1, highWaterMark: 1 << 18 })
}
