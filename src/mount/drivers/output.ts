import type { ArtifactRef } from '../../ledger/kinds.ts'
import { REACH_AHEAD } from '../../ledger/secrets/secrets.ts'
import type { Store } from '../../ledger/store.ts'
import { redactNext, wholeSecrets } from '../redact.ts'
import { type TraceFile, withPart } from '../state.ts'

/** The longest piece that gets an entry of its own. */
export const PIECE_BYTES = 64 << 10
/** How long output waits for more, so that short output needs no stream and lines are not cut. */
const LINGER_MS = 50
const NEWLINE = 0x0a
/** Maximum number of bytes by which a secret may extend beyond the end of a piece. */
const AHEAD_BYTES = REACH_AHEAD

export type Ledger = Pick<Store, 'append' | 'putArtifact'>

/** A finished output: its size, and its first and last pieces. `output` is its stream, or null if it is one piece. */
export type Written = { bytes: number; head: ArtifactRef[]; tail: ArtifactRef[]; output: string | null }

/** Writes a trace file as its bytes arrive: every piece is an artifact with an entry in the file's own stream. */
export class Output {
  readonly #ledger: Ledger
  readonly #stream: string
  readonly #refs = new Map<string, ArtifactRef>()
  #file: TraceFile
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #context = ''
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()
  #acks: { upTo: number; resolve: () => void; reject: (error: unknown) => void }[] = []
  #taken = 0
  #received = 0
  #isStreamed = false
  #failure: { error: unknown } | null = null

  constructor(ledger: Ledger, stream: string, name: string) {
    this.#ledger = ledger
    this.#stream = stream
    this.#file = { name, status: 'running', bytes: 0, head: [], tail: [], output: null }
  }

  /** Takes the next bytes. Resolves when they are durable. */
  write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return Promise.resolve()
    this.#waiting.push(Buffer.from(chunk))
    this.#waitingBytes += chunk.length
    this.#received += chunk.length
    const upTo = this.#received
    const ack = new Promise<void>((resolve, reject) => this.#acks.push({ upTo, resolve, reject }))
    if (this.#waitingBytes >= PIECE_BYTES) this.#flush('whole pieces')
    else this.#flushSoon(this.#isStreamed && chunk.at(-1) === NEWLINE ? 0 : LINGER_MS)
    return ack
  }

  /** Writes the rest, then calls `record` with the location of all pieces. */
  async end(record: (written: Written) => Promise<void>): Promise<void> {
    if (!this.#isStreamed && this.#received <= PIECE_BYTES) return this.#asOnePiece(record)
    this.#flush('all')
    await this.#writing
    if (this.#failure !== null) throw this.#failure.error
    const refs = (parts: TraceFile['head']): ArtifactRef[] =>
      parts.map(({ sha256 }) => this.#refs.get(sha256) as ArtifactRef)
    const { bytes, head, tail } = this.#file
    await record({ bytes, head: refs(head), tail: refs(tail), output: this.#stream })
  }

  /** Stores short output without a stream. The bytes become part of the trace only once `record` succeeds. */
  async #asOnePiece(record: (written: Written) => Promise<void>): Promise<void> {
    this.#stopTimer()
    const raw = this.#take(this.#waitingBytes)
    const { text } = redactNext('', raw)
    try {
      const refs = text === '' ? [] : [await this.#keep(text)]
      await record({ bytes: text.length, head: refs, tail: refs, output: null })
      this.#settle(null)
    } catch (error) {
      // The worker may have ended before this call. The output is then kept in the call's own stream.
      await this.#writePiece(raw).catch((failure) => this.#settle({ error: failure }))
      throw error
    }
  }

  #flush(how: 'whole pieces' | 'lines' | 'all'): void {
    this.#stopTimer()
    this.#isStreamed = true
    this.#writing = this.#writing
      .then(() => this.#writeNext(how))
      .catch((error) => {
        this.#failure = { error }
        this.#settle(this.#failure)
      })
  }

  /** Cuts after a line if possible: secrets rarely span lines. */
  async #writeNext(how: 'whole pieces' | 'lines' | 'all'): Promise<void> {
    while (this.#waitingBytes >= PIECE_BYTES || (how !== 'whole pieces' && this.#waitingBytes > 0)) {
      const bytes = Math.min(PIECE_BYTES, this.#waitingBytes)
      const lines = how === 'all' ? 0 : this.#lastLineEnd(bytes)
      await this.#writePiece(this.#take(this.#withoutCutSecret(lines === 0 ? bytes : lines)))
      if (how === 'lines' && this.#waitingBytes < PIECE_BYTES) break
    }
    if (this.#waitingBytes > 0) this.#flushSoon(LINGER_MS)
  }

  #flushSoon(ms: number): void {
    this.#timer ??= setTimeout(() => this.#flush('lines'), ms)
  }

  async #writePiece(raw: string): Promise<void> {
    const { text, context } = redactNext(this.#context, raw)
    this.#context = context
    // Redaction may lengthen a piece.
    for (let at = 0; at < text.length; at += PIECE_BYTES) {
      const ref = await this.#keep(text.slice(at, at + PIECE_BYTES))
      const body = { offset: this.#file.bytes }
      await this.#ledger.append(this.#stream, [{ kind: 'output.written', actor: 'harness', body, artifacts: [ref] }])
      this.#file = withPart(this.#file, ref)
      this.#refs.set(ref.sha256, ref)
    }
    this.#forgetRefs()
    this.#settle(null)
  }

  /** Forgets all pieces except those at both ends, which are needed later. */
  #forgetRefs(): void {
    const kept = new Set([...this.#file.head, ...this.#file.tail].map(({ sha256 }) => sha256))
    for (const sha256 of this.#refs.keys()) if (!kept.has(sha256)) this.#refs.delete(sha256)
  }

  #keep(text: string): Promise<ArtifactRef> {
    const bytes = Buffer.from(text, 'latin1')
    const media = bytes.includes(0) ? 'application/octet-stream' : 'text/plain'
    return this.#ledger.putArtifact({ name: this.#file.name, media }, [bytes])
  }

  /** The end of the last complete line within the first `bytes` waiting bytes; 0 if there is none. */
  #lastLineEnd(bytes: number): number {
    return this.#allWaiting().subarray(0, bytes).lastIndexOf(NEWLINE) + 1
  }

  /** Moves the end of a piece so that it does not cut a secret that has arrived. */
  #withoutCutSecret(bytes: number): number {
    const waiting = this.#allWaiting()
    return bytes === waiting.length
      ? bytes
      : wholeSecrets(this.#context, waiting.toString('latin1', 0, bytes + AHEAD_BYTES), bytes)
  }

  /** All waiting bytes as one buffer, joined once: joining them again for each piece would take too long. */
  #allWaiting(): Buffer {
    const [first, ...others] = this.#waiting
    const all = first !== undefined && others.length === 0 ? first : Buffer.concat(this.#waiting)
    this.#waiting = [all]
    return all
  }

  #take(bytes: number): string {
    const all = this.#allWaiting()
    const rest = all.subarray(bytes)
    this.#waiting = rest.length === 0 ? [] : [rest]
    this.#waitingBytes = rest.length
    this.#taken += bytes
    return all.toString('latin1', 0, bytes)
  }

  /** Resolves the writes whose bytes are durable. If writing failed, rejects all of them. */
  #settle(failed: { error: unknown } | null): void {
    const [done, open] = [this.#acks.filter(({ upTo }) => failed !== null || upTo <= this.#taken), this.#acks]
    this.#acks = open.filter((ack) => !done.includes(ack))
    for (const { resolve, reject } of done) failed === null ? resolve() : reject(failed.error)
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
