import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { sha256 } from '../../digest.ts'
import type { AuditFinding } from '../../findings.ts'
import type { ArtifactRef, Entry } from '../../kinds.ts'
import { explainDisk, fileSize, readIfThere } from './disk.ts'
import { artifactPath } from './layout.ts'

export type ArtifactCheck = 'none' | 'sample' | 'all'

type Use = { stream: string; seq: number; ref: ArtifactRef }

/** The number of artifacts in a sample. */
const SAMPLE_SIZE = 100
/** Maximum number of findings to list; further ones are only counted. */
const MAX_FINDINGS = 1_000
/** Maximum number of intact hashes to remember. An artifact that many entries name is read only once. */
const MAX_KNOWN = 100_000

/** Reads artifacts back and compares them with the entries that name them. */
export class ArtifactAudit {
  readonly findings: AuditFinding[] = []
  checked = 0
  /** Number of findings past the limit. */
  unlisted = 0
  readonly #dir: string
  readonly #check: ArtifactCheck
  readonly #known = new Set<string>()
  readonly #sample: Use[] = []
  #seen = 0

  constructor(dir: string, check: ArtifactCheck) {
    this.#dir = dir
    this.#check = check
  }

  async entry(entry: Entry): Promise<void> {
    if (this.#check === 'none') return
    for (const ref of entry.artifacts) {
      const use = { stream: entry.stream, seq: entry.seq, ref }
      if (this.#check === 'all') await this.#read(use)
      else this.#draw(use)
    }
  }

  async end(): Promise<void> {
    for (const use of this.#sample) await this.#read(use)
  }

  /** Reservoir sampling: each artifact seen so far has the same chance of being kept. */
  #draw(use: Use): void {
    const place = this.#seen < SAMPLE_SIZE ? this.#seen : Math.floor(Math.random() * (this.#seen + 1))
    this.#seen++
    if (place < SAMPLE_SIZE) this.#sample[place] = use
  }

  async #read({ stream, seq, ref }: Use): Promise<void> {
    const id = `${ref.sha256} ${ref.bytes}`
    if (this.#known.has(id)) return
    this.checked++
    const path = artifactPath(this.#dir, ref.sha256)
    const size = fileSize(path)
    if (size === null) this.#find(stream, seq, 'artifact-missing', `${ref.name} (${ref.sha256}) is missing`)
    else if (size !== ref.bytes || (await hashOf(path, size)) !== ref.sha256) {
      this.#find(stream, seq, 'artifact-changed', `${ref.name} (${ref.sha256}) has different content`)
    } else this.#remember(id)
  }

  #remember(id: string): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.add(id)
  }

  #find(stream: string, seq: number, reason: AuditFinding['reason'], detail: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ stream, seq, reason, detail })
    else this.unlisted++
  }
}

/** Artifacts up to this size are read at once. Most are small, and opening a stream for each would dominate the time. */
const WHOLE_BYTES = 1 << 18

async function hashOf(path: string, size: number): Promise<string> {
  if (size <= WHOLE_BYTES) return sha256(readIfThere(path) ?? '')
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(chunk)
  } catch (error) {
    // The artifact was just collected with its stream.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw explainDisk(error, path)
  }
  return hash.digest('hex')
}
