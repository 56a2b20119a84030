import { LIMITS, Refusal } from './limits.ts'
import type { Invocation, Pipe } from './run.ts'
import type { ExpansionScope } from './scope.ts'
import type { Branches, State } from './state.ts'
import type { Command, List } from './syntax.ts'
import { Unknowns } from './unknowns.ts'
import type { Value } from './value.ts'

/** How the commands that are walked were reached. */
export type Route = {
  via: readonly string[]
  /** What their input is, where the text says so. */
  input: Value | null
  pipe: Pipe | null
  /** Where the command stands that started them; null where they stand in the text itself. */
  at: number | null
}

/** One walk through a text: what was found, what was defined, and what may still be spent. */
export class Walk {
  readonly runs: Invocation[] = []
  readonly functions = new Map<string, Command>()
  readonly called = new Set<Command>()
  /** Functions that are being walked: one that calls itself is walked once. */
  readonly calling = new Set<Command>()
  readonly unknowns = new Unknowns()
  /** Walking a loop to see what it changes, before walking it for what it runs. */
  discovering = false
  depth = 0
  /** How many pipelines there were so far. */
  pipes = 0
  #visits = 0
  #expanded = 0
  #parsed = 0
  readonly #length: number

  constructor(text: string) {
    this.#length = text.length
  }

  /** Counts one command. */
  visit(at: number): void {
    if (++this.#visits > LIMITS.visits) throw new Refusal('too-many', at)
  }

  /** Counts a text that is parsed on behalf of a command. */
  spendText(length: number, at: number): void {
    this.#parsed += length
    if (this.#parsed > LIMITS.innerLength + this.#length) throw new Refusal('too-long', at)
  }

  /** Walks something that may hold itself. */
  nested<T>(at: number, walk: () => T): T {
    if (++this.depth > 2 * LIMITS.depth) throw new Refusal('too-deep', at)
    const result = walk()
    this.depth--
    return result
  }

  scope(state: State, at: number, outputOf: (list: List, scope: ExpansionScope) => Value | null): ExpansionScope {
    const scope: ExpansionScope = {
      state,
      outputOf: (list) => outputOf(list, scope),
      restore: (text) => this.unknowns.restore(text),
      spend: (length) => {
        this.#expanded += length
        if (this.#expanded > LIMITS.expandedLength) throw new Refusal('too-many', at)
      },
    }
    return scope
  }
}

/** Commands hold commands; those who walk some are handed who walks the others. */
export type Walkers = {
  walkList: (list: List, place: Route, state: State) => Branches
  walkCommand: (command: Command, place: Route, state: State) => Branches
}
