import type { Status } from './state.ts'

/** Identifies a call: by the host's id or, if it has none, by its tool and input. */
export type CallIdentity = { id: string | null; tool: string; like: string }

/** Maximum number of calls to remember by id. An observation of an older call counts as a call of its own. */
const MAX_KNOWN = 10_000

/** Maximum number of calls without an id that wait for a result. Hosts make a handful at once; older ones get no result. */
const MAX_OPEN = 256

type Proposed<Call> = CallIdentity & { turn: number; call: Call }

/** Pairs observations with proposals, so that each call counts once. Memory is bounded. */
export class Pairing<Call> {
  readonly #byId = new Map<string, Proposed<Call>>()
  readonly #open: Proposed<Call>[] = []

  find(id: string): Call | null {
    return this.#byId.get(id)?.call ?? null
  }

  /** Adds a call. One that is reported twice counts once: hooks may be installed twice, or the transcript repeats a hook. */
  propose(known: CallIdentity, turn: number, make: () => Call): void {
    if (known.id === null) this.#addOpen({ ...known, turn, call: make() })
    else if (!this.#byId.has(known.id)) this.#addById(known.id, { ...known, turn, call: make() })
  }

  /** Returns the call that an observation belongs to, with its proposal; a new call if none was proposed. */
  observe(known: CallIdentity, turn: number, make: () => Call): { call: Call; proposed: CallIdentity | null } {
    const proposed = known.id === null ? this.#take(known, turn) : (this.#byId.get(known.id) ?? null)
    if (proposed !== null) return { call: proposed.call, proposed }
    const call = make()
    if (known.id !== null) this.#addById(known.id, { ...known, turn, call })
    return { call, proposed: null }
  }

  /**
   * Takes the oldest open call with the same likeness, preferably from this turn. If there is none, takes the oldest from
   * this turn with the same tool: its input may have been rewritten.
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

/** True if a later report may settle the call: hosts report some calls before they know how they ended. */
export const isUnsettled = (status: Status | null): boolean =>
  status === null || status === 'unknown' || status === 'running'

/** True if a call did not complete its work. */
export const isFailure = (status: Status | null): boolean =>
  status === 'failed' || status === 'refused' || status === 'interrupted'
