import { randomBytes } from 'node:crypto'
import { link, type Prepared, prepareAll } from '../chain.ts'
import { KEY_BYTES, type Key, makeKey, sha256 } from '../digest.ts'
import { LedgerError } from '../errors.ts'
import { type ArtifactRef, type Draft, type Entry, GENESIS, type Receipt, type Tail } from '../kinds.ts'
import { resolveRange, resolveSeqs } from '../range.ts'
import { createRedactor } from '../redact.ts'
import type { Appended, ArtifactLabel, Range, Store } from '../store.ts'

/** Opens a store that lives as long as the process: for tests, and for supervising without leaving a trace. */
export const openMemoryStore = (options: { now?: () => Date } = {}): Store =>
  new MemoryStore(options.now ?? (() => new Date()))

class MemoryStore implements Store {
  readonly #now: () => Date
  readonly #key: Key = makeKey(randomBytes(KEY_BYTES))
  readonly #streams = new Map<string, { tail: Tail; lines: string[] }>()
  readonly #artifacts = new Map<string, Buffer>()
  #closed = false

  constructor(now: () => Date) {
    this.#now = now
  }

  async append(stream: string, drafts: readonly Draft[]): Promise<Appended> {
    if (this.#closed) throw new LedgerError('STORE_CLOSED', 'The store is closed; nothing more can be appended.')
    const at = this.#now().toISOString()
    const prepared = prepareAll(stream, drafts, at)
    return { kind: 'written', receipts: prepared.map((next) => this.#link(next)) }
  }

  #link(prepared: Prepared): Receipt {
    const { stream } = prepared
    const chain = this.#streams.get(stream) ?? { tail: { seq: 0, hash: GENESIS }, lines: [] }
    const linked = link(prepared, chain.tail, this.#key)
    chain.lines.push(linked.line)
    chain.tail = linked.tail
    this.#streams.set(stream, chain)
    return { stream, ...linked.tail }
  }

  async *read(stream: string, range: Range = {}): AsyncGenerator<Entry> {
    const { start, end } = resolveSeqs(range)
    const lines = this.#streams.get(stream)?.lines ?? []
    for (const line of lines.slice(start - 1, end - 1)) yield JSON.parse(line).entry
  }

  async head(stream: string): Promise<Tail | null> {
    const chain = this.#streams.get(stream)
    return chain === undefined ? null : { ...chain.tail }
  }

  async list(): Promise<string[]> {
    return [...this.#streams.keys()].sort()
  }

  async putArtifact(
    label: ArtifactLabel,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<ArtifactRef> {
    const redactor = createRedactor()
    const parts: Uint8Array[] = []
    for await (const chunk of source) parts.push(redactor.write(chunk))
    const bytes = Buffer.concat([...parts, redactor.end()])
    const hash = sha256(bytes)
    this.#artifacts.set(hash, bytes)
    const redacted = redactor.redacted()
    return { name: label.name, sha256: hash, bytes: bytes.length, media: label.media, ...(redacted && { redacted }) }
  }

  async *getArtifact(hash: string, range: Range = {}): AsyncGenerator<Uint8Array> {
    const bytes = this.#artifacts.get(hash)
    if (bytes === undefined) throw new LedgerError('ARTIFACT_UNKNOWN', `No artifact ${hash}.`)
    const { start, end } = resolveRange(range, bytes.length)
    if (start < end) yield Uint8Array.from(bytes.subarray(start, end))
  }

  async readArtifact(hash: string, range: Required<Range>): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for await (const part of this.getArtifact(hash, range)) parts.push(part)
    return Buffer.concat(parts)
  }

  async close(): Promise<void> {
    this.#closed = true
  }
}
