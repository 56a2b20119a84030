import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { ArtifactRef, Draft, Entry, Json, JsonObject } from '../../ledger/kinds.ts'
import { redactJson } from '../../ledger/redact.ts'
import type { Store } from '../../ledger/store.ts'
import { type ArtifactType, type BodyOf, FILE_NAMES } from '../artifacts.ts'
import { sealArtifact } from '../envelope.ts'
import { ControllerError } from '../errors.ts'
import { addEntry, type ControllerState, initialState } from '../state.ts'

/** Ledger access of a controller, without the parts it does not need. */
export type Ledger = Pick<Store, 'append' | 'read' | 'putArtifact' | 'getArtifact'>

/** The `created_by` of every artifact: agents propose, only the harness writes. */
const AUTHOR = 'bailiff'

/** A controller's stream and the state that its entries give. Every append is folded at once. */
export class ControllerRecord {
  readonly ledger: Ledger
  readonly stream: string
  readonly state: ControllerState
  readonly #now: () => Date

  constructor(ledger: Ledger, stream: string, now: () => Date = () => new Date()) {
    this.ledger = ledger
    this.stream = stream
    this.state = initialState(stream)
    this.#now = now
  }

  now(): string {
    return this.#now().toISOString()
  }

  /** Folds the entries that were added since. */
  async catchUp(): Promise<void> {
    for await (const entry of this.ledger.read(this.stream, { start: this.state.seq + 1 })) addEntry(this.state, entry)
  }

  /** The entry with this number, as the ledger has it; null if it has none. */
  async entry(seq: number): Promise<Entry | null> {
    for await (const entry of this.ledger.read(this.stream, { start: seq })) return entry.seq === seq ? entry : null
    return null
  }

  /** Appends facts, all or nothing, and folds them. Returns the seq of the last of them. */
  async append(given: readonly Draft[]): Promise<number> {
    // The ledger removes secrets. The state must not know what the ledger does not: reports are made from it.
    const drafts = given.map((one) => ({ ...one, body: redactJson(one.body).value }))
    const appended = await this.ledger.append(this.stream, drafts)
    if (appended.kind === 'spooled')
      throw new ControllerError(
        'LEDGER_BUSY',
        'The ledger stayed locked. What happened so far is safe; run the controller again.',
      )
    const [first] = appended.receipts
    const last = appended.receipts.at(-1)
    if (first?.seq === this.state.seq + 1) this.#addDrafts(drafts)
    // Somebody else has written meanwhile: a person who resolved an effect, or a process that took over.
    else await this.catchUp()
    return last?.seq ?? this.state.seq
  }

  #addDrafts(drafts: readonly Draft[]): void {
    const at = this.now()
    for (const { kind, actor, body, artifacts = [] } of drafts) {
      const entry: Entry = {
        v: 1,
        stream: this.stream,
        seq: this.state.seq + 1,
        at,
        kind,
        actor,
        body,
        artifacts,
        prev: '',
      }
      addEntry(this.state, entry)
    }
  }

  /** Puts a body into its envelope and stores it. `redacted` of the result is set if it contained a secret. */
  async seal<Type extends ArtifactType>(
    type: Type,
    id: string,
    body: BodyOf<Type>,
    { at = this.now(), meta = {} }: { at?: string; meta?: JsonObject } = {},
  ): Promise<ArtifactRef> {
    return this.put(`${FILE_NAMES[type]}.json`, sealArtifact(type, id, body, { at, by: AUTHOR, meta }) as Json)
  }

  /** Stores JSON in its canonical form. `redacted` of the result is set if it contained a secret. */
  async put(name: string, value: Json): Promise<ArtifactRef> {
    return this.ledger.putArtifact({ name, media: 'application/json' }, [Buffer.from(canonical(value))])
  }

  async putText(name: string, text: string): Promise<ArtifactRef> {
    return this.ledger.putArtifact({ name, media: 'text/plain' }, [Buffer.from(text.toWellFormed())])
  }

  async get(ref: ArtifactRef): Promise<Json> {
    return readJson(this.ledger, ref)
  }
}

/** Reads an artifact and checks its hash. */
export async function readText(
  ledger: Pick<Store, 'getArtifact'>,
  { sha256: wanted, name }: ArtifactRef,
): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of ledger.getArtifact(wanted)) parts.push(part)
  const bytes = Buffer.concat(parts)
  if (sha256(bytes) !== wanted)
    throw new ControllerError('ARTIFACT_INVALID', `${name} was altered: its hash is not ${wanted}. Run: bailiff verify`)
  return bytes.toString('utf8')
}

export const readJson = async (ledger: Pick<Store, 'getArtifact'>, ref: ArtifactRef): Promise<Json> =>
  JSON.parse(await readText(ledger, ref)) as Json
