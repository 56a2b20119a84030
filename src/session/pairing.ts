import type { Status } from './state.ts'

/** What a call is known by: the host's id, or, where it has none, what it asks for of which tool. */
export type CallIdentity = { id: string | null; tool: string; like: string }

/** So many calls back an observation finds its proposal; a later one is a call of its own. */
const MAX_KNOWN = 10_000

/** So many calls without an id wait for their result. Hosts make a handful at once; what is older never gets one. */
const MAX_OPEN = 256

type Proposed<Call> = CallIdentity & { turn: number; call: Call }

/** Holds what is observed against what was proposed, so that each call is one call; in bounded memory. */
export class Pairing<Call> {
  readonly #byId = new Map<string, Proposed<Call>>()
  readonly #open: Proposed<Call>[] = []

  find(id: string): Call | null {
    return this.#byId.get(id)?.call ?? null
  }

  /** Told twice, by hooks installed twice or by a hook and the transcript, it is one call. */
  propose(known: CallIdentity, turn: number, make: () => Call): void {
    if (known.id === null) this.#addOpen({ ...known, turn, call: make() })
    else if (!this.#byId.has(known.id)) this.#addById(known.id, { ...known, turn, call: make() })
  }

  /** The call an observation speaks of and what it asked for, or one that is made because none was proposed. */
  observe(known: CallIdentity, turn: number, make: () => Call): { call: Call; proposed: CallIdentity | null } {
    const proposed = known.id === null ? this.#take(known, turn) : (this.#byId.get(known.id) ?? null)
    if (proposed !== null) return { call: proposed.call, proposed }
    const call = make()
    if (known.id !== null) this.#addById(known.id, { ...known, turn, call })
    return { call, proposed: null }
  }

  /**
   * The oldest open call that asked for the same, rather of this turn than of an earlier one. If there is none, the
   * oldest of this turn with that tool: its input may have been rewritten.
   */
  #take({ tool, like }: CallIdentity, turn: number): Proposed<Call> | null {
    const matches = [
      (one: Proposed<Call>) => one.turn === turn && one.like === like,
      (one: Proposed<Call>) => one.like === like,
      (one: Proposed<Call>) => one.turn === turn && one.tool === tool,
    ]
    const at = matches.map((isIt) => this.#open.findIndex(isIt)).find((index) => index !== -1)
    return at === undefined ? null : (this.#open.splice(at, 1)[0] ?? null)
  }

  #addOpen(open: Proposed<Call>): void {
    this.#open.push(open)
    if (this.#open.length > MAX_OPEN) this.#open.shift()
  }

  #addById(id: string, proposed: Proposed<Call>): void {
    this.#byId.set(id, proposed)
    const [oldest] = this.#byId.keys()
    if (this.#byId.size > MAX_KNOWN && oldest !== undefined) this.#byId.delete(oldest)
  }
}

/** Whether there may be more to hear of a call: hosts report some before they know how they ended. */
export const isUnsettled = (status: Status | null): boolean =>
  status === null || status === 'unknown' || status === 'running'

/** Whether a call did not do what it was meant to. */
export const isFailure = (status: Status | null): boolean =>
  status === 'failed' || status === 'refused' || status === 'interrupted'
