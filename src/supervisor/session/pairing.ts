import { canonical } from '../../ledger/canonical.ts'
import type { Json } from '../../ledger/kinds.ts'
import type { Status } from '../event.ts'

/** What a call is known by: the host's id, or, where it has none, what it asks for. */
export type Known = { id: string | null; tool: string; input: Json }

/** What a call is known by among entries, where the host gives it no id. */
export const likeOf = (tool: Json, input: Json): string => canonical([tool, input])

/** So many calls back an observation finds its proposal; a later one is a call of its own. */
const MAX_KNOWN = 10_000

/** So many calls without an id wait for their result. Hosts make a handful at once; what is older never gets one. */
const MAX_OPEN = 256

type Open<Call> = { tool: string; like: string; turn: number; call: Call }

/** Holds what is observed against what was proposed, so that each call is one call; in bounded memory. */
export class Pairing<Call> {
  readonly #byId = new Map<string, Call>()
  readonly #open: Open<Call>[] = []

  find(id: string): Call | null {
    return this.#byId.get(id) ?? null
  }

  /** Told twice, by hooks installed twice or by a hook and the transcript, it is one call. */
  propose({ id, tool, input }: Known, turn: number, make: () => Call): void {
    if (id === null) this.#addOpen({ tool, like: likeOf(tool, input), turn, call: make() })
    else if (!this.#byId.has(id)) this.#addById(id, make())
  }

  /** The call an observation speaks of, made where none was proposed. */
  observe(known: Known, turn: number, make: () => Call): { call: Call; wasProposed: boolean } {
    const proposed = known.id === null ? this.#take(known, turn) : this.find(known.id)
    if (proposed !== null) return { call: proposed, wasProposed: true }
    const call = make()
    if (known.id !== null) this.#addById(known.id, call)
    return { call, wasProposed: false }
  }

  /**
   * The oldest open call that asked for the same, rather of this turn than of an earlier one. If there is none, the
   * oldest of this turn with that tool: its input may have been rewritten.
   */
  #take({ tool, input }: Known, turn: number): Call | null {
    const like = likeOf(tool, input)
    const matches = [
      (one: Open<Call>) => one.turn === turn && one.like === like,
      (one: Open<Call>) => one.like === like,
      (one: Open<Call>) => one.turn === turn && one.tool === tool,
    ]
    const at = matches.map((isIt) => this.#open.findIndex(isIt)).find((index) => index !== -1)
    return at === undefined ? null : (this.#open.splice(at, 1)[0]?.call ?? null)
  }

  #addOpen(open: Open<Call>): void {
    this.#open.push(open)
    if (this.#open.length > MAX_OPEN) this.#open.shift()
  }

  #addById(id: string, call: Call): void {
    this.#byId.set(id, call)
    const [oldest] = this.#byId.keys()
    if (this.#byId.size > MAX_KNOWN && oldest !== undefined) this.#byId.delete(oldest)
  }
}

/** Whether there may be more to hear of a call: hosts report some before they know how they ended. */
export const isUnsettled = (status: Status | null): boolean =>
  status === null || status === 'unknown' || status === 'running'

/** Whether a call did not do what it was meant to. */
export const isFailure = (status: Status | null): boolean => status === 'failed' || status === 'refused'
