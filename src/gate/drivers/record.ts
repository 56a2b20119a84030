import type { ArtifactRef, JsonObject } from '../../ledger/kinds.ts'
import type { Store } from '../../ledger/store.ts'
import type { Fact } from '../facts.ts'
import { after, type RunState } from '../state.ts'

/** A run on its ledger: every fact is an entry, and the state is the fold of them. */
export class Record {
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

  /** Appends facts, in order, all or none; then they hold. */
  async add(facts: readonly Fact[], artifacts: ArtifactRef[] = []): Promise<void> {
    const drafts = facts.map(({ kind, body }) => ({
      kind,
      actor: ACTORS[kind] ?? ('harness' as const),
      body: body as JsonObject,
      artifacts,
    }))
    await this.#ledger.append(this.stream, drafts)
    for (const fact of facts) {
      this.state = after(this.state, fact)
      this.#watch(fact, this.state)
    }
  }

  /** Stores bytes apart; nothing where there are none. */
  async keep(name: string, bytes: Uint8Array): Promise<ArtifactRef[]> {
    return bytes.length === 0 ? [] : [await this.#ledger.putArtifact({ name, media: 'text/plain' }, [bytes])]
  }
}

/** Whom a fact speaks for, where it is not the harness. */
const ACTORS: { readonly [kind: string]: 'agent' } = { 'step.proposed': 'agent', 'step.malformed': 'agent' }
