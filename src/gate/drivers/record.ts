import type { ArtifactRef, Draft, JsonObject } from '../../ledger/kinds.ts'
import type { Store } from '../../ledger/store.ts'
import type { Fact } from '../facts.ts'
import { summaryOf } from '../observation.ts'
import { after, type RunState } from '../state.ts'

/** Longer text becomes an artifact. The size of an entry is limited, and redacting secrets can make text longer. */
const MAX_TEXT_CHARS = 16 << 10

/** A run in the ledger: every fact is an entry, and the state is the fold of all facts. */
export class RunRecord {
  readonly stream: string
  state: RunState
  readonly #ledger: Store
  readonly #watch: (fact: Fact, state: RunState) => void

  constructor(ledger: Store, stream: string, state: RunState, watch: (fact: Fact, state: RunState) => void) {
    this.#ledger = ledger
    this.stream = stream
    this.state = state
    this.#watch = watch
  }

  /** Appends a fact. The state changes only after the entry is durable. */
  async add(fact: Fact, artifacts: ArtifactRef[] = []): Promise<void> {
    const { kind, body } = fact
    const actor = kind === 'step.proposed' || kind === 'step.malformed' ? 'agent' : 'harness'
    await this.#ledger.append(this.stream, [{ kind, actor, body: body as JsonObject, artifacts }])
    this.state = after(this.state, fact)
    this.#watch(fact, this.state)
  }

  /** Appends what a check found. It changes no state: the fact that follows from it does. */
  async note(findings: readonly Draft[]): Promise<void> {
    if (findings.length > 0) await this.#ledger.append(this.stream, [...findings])
  }

  /** Fits text into an entry: whole if it is short, otherwise its beginning and end, with the whole text as an artifact. */
  async shorten(name: string, text: string): Promise<{ text: string; isWhole: boolean; artifacts: ArtifactRef[] }> {
    if (text.length < MAX_TEXT_CHARS) return { text, isWhole: true, artifacts: [] }
    return { text: summaryOf(text), isWhole: false, artifacts: await this.keep(name, Buffer.from(text)) }
  }

  /** Stores bytes as an artifact. Returns an empty list if there are none. */
  async keep(name: string, bytes: Uint8Array): Promise<ArtifactRef[]> {
    return bytes.length === 0 ? [] : [await this.#ledger.putArtifact({ name, media: 'text/plain' }, [bytes])]
  }
}
