import { createHash, type Hash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../digest.ts'
import { LedgerError } from '../../errors.ts'
import { type ArtifactRef, isHash, type Redactions } from '../../kinds.ts'
import { resolveRange } from '../../range.ts'
import { createRedactor, type Redactor } from '../../redact.ts'
import type { ArtifactLabel, Range } from '../../store.ts'
import { ensureDir, explainDisk, readAt, removeIfThere, syncDir, writeAll, writeDurably } from './disk.ts'
import { artifactPath, artifactTempDir } from './layout.ts'

/** Writes bytes to a temporary file, redacting and hashing on the way, then renames it to its hash. */
class Writing {
  readonly #dir: string
  readonly #path: string
  readonly #fd: number
  #isOpen = true
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
    this.#close()
    const digest = this.#hash.digest('hex')
    settle(this.#path, artifactPath(this.#dir, digest), digest)
    return refOf(label, digest, this.#bytes, this.#redactor.redacted())
  }

  abandon(): void {
    this.#close()
    removeIfThere(this.#path)
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#fd)
    this.#isOpen = false
  }

  #keep(data: Uint8Array): void {
    writeAll(this.#fd, data, this.#bytes)
    this.#hash.update(data)
    this.#bytes += data.length
  }
}

/**
 * Renames a finished file into place. If the same bytes are already stored, they stay, and their mtime is renewed so that
 * `gc` leaves them alone. Other bytes under that name were tampered with and are replaced.
 */
function settle(temp: string, path: string, sha256: string): void {
  if (isStored(path, sha256)) {
    removeIfThere(temp)
    return
  }
  ensureDir(dirname(path))
  renameSync(temp, path)
  syncDir(dirname(path))
}

function isStored(path: string, sha256: string): boolean {
  if (!existsSync(path)) return false
  try {
    utimesSync(path, new Date(), new Date())
    return hashFile(path) === sha256
  } catch {
    // Just collected, or unreadable: our file replaces it.
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

/** Stores bytes synchronously, for the hook: it has them in memory and pays for every module it loads. */
export function putArtifactSync(dir: string, label: ArtifactLabel, data: Uint8Array): ArtifactRef {
  const redactor = createRedactor()
  const bytes = Buffer.concat([redactor.write(data), redactor.end()])
  const redacted = redactor.redacted()
  return { ...storeSync(dir, label, bytes), ...(redacted !== null && { redacted }) }
}

/** Stores the ledger's own bytes without redaction: they hold no secrets, and stream names in them must not change. */
export function storeSync(dir: string, label: ArtifactLabel, bytes: Uint8Array): ArtifactRef {
  const hash = sha256(bytes)
  const path = artifactPath(dir, hash)
  try {
    if (!isStored(path, hash)) {
      ensureDir(dirname(path))
      writeDurably(path, bytes, 0o400)
    }
  } catch (error) {
    throw explainDisk(error, path)
  }
  return refOf(label, hash, bytes.length, null)
}

const refOf = (label: ArtifactLabel, sha256: string, bytes: number, redacted: Redactions | null): ArtifactRef => ({
  name: label.name,
  sha256,
  bytes,
  media: label.media,
  ...(redacted !== null && { redacted }),
})

/** Stores a stream of bytes in constant memory. */
export async function putArtifact(
  dir: string,
  label: ArtifactLabel,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ArtifactRef> {
  // Only our own failures are translated; errors from the source reach the caller unchanged.
  const writing = explained(dir, () => new Writing(dir))
  try {
    for await (const chunk of source) explained(dir, () => writing.write(chunk))
    return explained(dir, () => writing.finish(label))
  } catch (error) {
    writing.abandon()
    throw error
  }
}

function explained<T>(dir: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw explainDisk(error, artifactTempDir(dir))
  }
}

/** The bytes of an artifact, or a range of them (`end` is exclusive). */
export async function* getArtifact(dir: string, sha256: string, range: Range = {}): AsyncGenerator<Uint8Array> {
  const fd = openArtifact(dir, sha256)
  try {
    const { start, end } = resolveRange(range, fstatSync(fd).size)
    if (end > start) yield* createReadStream('', { fd, autoClose: false, start, end: end - 1, highWaterMark: 1 << 18 })
  } finally {
    closeSync(fd)
  }
}

/** Reads a range of an artifact at once. For a short range, opening a stream would cost more. */
export function readArtifactSync(dir: string, sha256: string, { start, end }: Required<Range>): Uint8Array {
  const fd = openArtifact(dir, sha256)
  try {
    resolveRange({ start, end }, end)
    const part = readAt(fd, start, end - start)
    // A range that was read completely is within the artifact. An empty range may not be.
    if (part.length < end - start || start === end) resolveRange({ start, end }, fstatSync(fd).size)
    return part
  } finally {
    closeSync(fd)
  }
}

/** Opens an artifact. A symlink in its place is not followed. */
function openArtifact(dir: string, sha256: string): number {
  const path = artifactPath(dir, sha256)
  try {
    if (isHash(sha256)) return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ELOOP') throw explainDisk(error, path)
  }
  throw new LedgerError('ARTIFACT_UNKNOWN', `No artifact ${sha256}.`)
}
