import { LIMITS, Refusal } from './limits.ts'
import type { Pipe, Run } from './run.ts'
import type { ExpansionScope } from './scope.ts'
import type { Branches, State } from './state.ts'
import type { Command, List } from './syntax.ts'
import { Unknowns } from './unknowns.ts'
import type { Value } from './value.ts'

/** The route by which the walk reached a command. */
export type Route = {
  via: readonly string[]
  /** The command's standard input, if the code shows it. */
  input: Value | null
  pipe: Pipe | null
  /** Offset of the command that started this one; null if the code runs it directly. */
  at: number | null
}

/** One walk through shell code: the commands found, the functions defined, and the cost so far. */
export class Walk {
  readonly runs: Run[] = []
  readonly functions = new Map<string, Command>()
  readonly called = new Set<Command>()
  /** The files written so far, with their content, by `fileKey`. */
  readonly files = new Map<string, Value>()
  /** Functions being walked: a recursive one is walked once. */
  readonly calling = new Set<Command>()
  readonly unknowns = new Unknowns()
  /** True while a loop is walked only to learn what it changes. */
  discovering = false
  depth = 0
  /** Number of pipelines so far. */
  pipes = 0
  #visits = 0
  #expanded = 0
  #parsed = 0
  readonly #length: number

  constructor(text: string) {
    this.#length = text.length
  }

  visit(at: number): void {
    if (++this.#visits > LIMITS.visits) throw new Refusal('too-many', at)
  }

  /** Counts nested code that a command runs. */
  spendText(length: number, at: number): void {
    this.#parsed += length
    if (this.#parsed > LIMITS.innerLength + this.#length) throw new Refusal('too-long', at)
  }

  /** Walks a construct that can nest, and enforces the depth limit. */
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
      files: this.files,
      restore: (text) => this.unknowns.restore(text),
      spend: (length) => {
        this.#expanded += length
        if (this.#expanded > LIMITS.expandedLength) throw new Refusal('too-many', at)
      },
    }
    return scope
  }
}

/** Commands contain commands, so each walker is handed the others. */
export type Walkers = {
  walkList: (list: List, place: Route, state: State) => Branches
  walkCommand: (command: Command, place: Route, state: State) => Branches
}
