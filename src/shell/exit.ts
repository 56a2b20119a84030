import { refusing, type Unparsable } from './limits.ts'
import { parseList, parseOutermost } from './parse.ts'
import { baseName } from './run.ts'
import { readRun, substitutedIn } from './start.ts'
import {
  alwaysFails,
  decisionOf,
  endsFailing,
  isTrue,
  listAlwaysFails,
  onlyCommand,
  programOf,
  setsOption,
} from './status.ts'
import type { AndOr, Command, Compound, List, Pipeline, Simple, Word } from './syntax.ts'
import { textOf } from './value.ts'
import { Walk } from './walk.ts'
import { startedBy, startsText } from './wrappers.ts'

/** Reasons why a command's failure does not show in the overall exit code. These names are stable. */
type HiddenBy =
  /** `cmd | tee log` without `pipefail`. */
  | 'pipe'
  /** `cmd || true`, and `cmd || something` that may succeed. */
  | 'or-true'
  | 'or-else'
  /** `cmd; exit 0`, `cmd; true`, `cmd; something`. */
  | 'exit'
  | 'true'
  | 'followed'
  | 'background'
  | 'negated'
  /** `if cmd`, `while cmd`. */
  | 'condition'
  /** All iterations of a loop but the last. */
  | 'loop'
  /** `echo $(cmd)`, `<(cmd)`. */
  | 'substitution'
  /** `trap 'exit 0' EXIT`. */
  | 'trap'
  /** `find … -exec cmd`. */
  | 'find'

/** A command whose failure does not show in the overall exit code. */
export type Hidden = { why: HiddenBy; command: string; at: number }

/** Lists the commands whose failure may not show in the overall exit code, and why. `shown` lists the others. */
export function hiddenStatuses(text: string): { kind: 'read'; hidden: Hidden[]; shown: string[] } | Unparsable {
  return refusing(() => {
    const list = parseOutermost(text)
    const search = new Search(text, new Walk(text))
    search.list(list, null)
    return { kind: 'read' as const, hidden: search.hidden, shown: search.shown }
  })
}

type Why = HiddenBy | null

/** Commands that configure the shell; their exit code does not matter. */
const SETTING: ReadonlySet<string> = new Set(['set', 'shopt', 'trap'])

class Search {
  readonly hidden: Hidden[]
  readonly shown: string[]
  readonly #text: string
  readonly #functions = new Map<string, Command>()
  readonly #called = new Set<Command>()
  #errexit = false
  #pipefail = false
  #trapped = false
  readonly #walk: Walk
  readonly #depth: number

  constructor(
    text: string,
    walk: Walk,
    found: Pick<Search, 'hidden' | 'shown'> = { hidden: [], shown: [] },
    depth = 0,
  ) {
    this.#text = text
    this.#walk = walk
    this.hidden = found.hidden
    this.shown = found.shown
    this.#depth = depth
  }

  list(list: List, why: Why): void {
    const { from, end } = decisionOf(list)
    for (const [i, andOr] of list.slice(0, end + 1).entries()) {
      const own = why ?? (andOr.background ? 'background' : null)
      const later =
        i === from || (i === end && isExit(andOr)) || endsFailing(andOr) ? null : overruledBy(list[from], end === from)
      this.#andOr(andOr, own ?? (this.#errexit ? null : later), own ?? later)
    }
  }

  /** `leftWhy` applies to all but the last pipeline: even under `set -e`, their failure does not end the shell. */
  #andOr({ pipelines, joins }: AndOr, why: Why, leftWhy: Why): void {
    const whys: Why[] = []
    let hidden: Why = null
    for (let i = pipelines.length - 1; i >= 0; i--) {
      whys[i] = (i === pipelines.length - 1 ? why : leftWhy) ?? hidden
      const pipeline = pipelines[i]
      if (i === 0 || pipeline === undefined || joins[i - 1] === '&&' || alwaysFails(pipeline)) continue
      hidden = isTrue(pipeline) ? 'or-true' : 'or-else'
    }
    for (const [i, pipeline] of pipelines.entries()) this.#pipeline(pipeline, whys[i] ?? null)
  }

  #pipeline({ commands, negated }: Pipeline, why: Why): void {
    const own = why ?? (negated ? 'negated' : null)
    commands.forEach((command, i) => {
      const isLast = i === commands.length - 1
      this.#command(command, own ?? (isLast || this.#pipefail ? null : 'pipe'))
    })
  }

  #command(command: Command, why: Why): void {
    this.#walk.visit(command.at)
    const reason = why ?? (this.#trapped ? 'trap' : null)
    if (command.kind === 'simple') this.#simple(command, reason)
    else this.#compound(command, reason)
  }

  #compound(command: Compound, why: Why): void {
    switch (command.kind) {
      case 'group':
      case 'subshell':
        this.list(command.body, why)
        break
      case 'if':
        this.#if(command, why)
        break
      case 'while':
        this.list(command.test, why ?? 'condition')
        this.list(command.body, why ?? (this.#errexit ? null : 'loop'))
        break
      case 'for':
        this.list(command.body, why ?? (this.#errexit ? null : 'loop'))
        break
      case 'case':
        for (const { body } of command.arms) this.list(body, why)
        break
      case 'function':
        this.#functions.set(command.name, command.body)
        break
      case 'coprocess':
        this.#command(command.body, why ?? 'background')
        break
      case 'expression':
        this.#substituted(command.words)
    }
  }

  #substituted(words: readonly Word[]): void {
    for (const { parts } of words) for (const list of substitutedIn(parts)) this.list(list, 'substitution')
  }

  /** A failing condition shows if the branch it leads to always fails: `if ! cmd; then exit 1; fi`. */
  #if({ branches, otherwise }: Extract<Compound, { kind: 'if' }>, why: Why): void {
    for (const { test, body } of branches) {
      const [only] = test.length === 1 && test[0]?.pipelines.length === 1 ? test[0].pipelines : []
      const elseFails = otherwise !== null && branches.length === 1 && listAlwaysFails(otherwise)
      const shows = only !== undefined && (only.negated ? listAlwaysFails(body) : elseFails)
      if (shows) this.#pipeline({ ...only, negated: false }, why)
      else this.list(test, why ?? 'condition')
      this.list(body, why)
    }
    if (otherwise !== null) this.list(otherwise, why)
  }

  #simple(command: Simple, why: Why): void {
    const { words, assignments, at, end } = command
    if (words.length > 0 && !SETTING.has(programOf(command))) {
      if (why === null) this.shown.push(this.#text.slice(at, end))
      else this.hidden.push({ why, command: this.#text.slice(at, end), at })
    }
    const parts = [...assignments.map(({ value }) => value), ...words].flatMap((word) => word.parts)
    const lists = [...substitutedIn(parts)]
    // The exit code of `x=$(cmd)` is that of `cmd`.
    for (const [i, list] of lists.entries()) {
      this.list(list, words.length === 0 && i === lists.length - 1 ? why : (why ?? 'substitution'))
    }
    this.#settings(command)
    const body = this.#functions.get(programOf(command))
    if (body !== undefined && !this.#called.has(body)) {
      this.#called.add(body)
      this.#command(body, why)
      this.#called.delete(body)
    } else if (startsText(baseName(programOf(command)))) this.#started(command, why)
  }

  #settings(command: Simple): void {
    if (programOf(command) !== 'set') return
    this.#errexit = setsOption(command.words, 'e', 'errexit') ?? this.#errexit
    this.#pipefail = setsOption(command.words, '', 'pipefail') ?? this.#pipefail
  }

  /** `sh -c`, `eval`, `trap` and `find -exec`: the commands they run have their own exit code. */
  #started(command: Simple, why: Why): void {
    const run = readRun(this.#walk, command)
    for (const started of startedBy(run)) {
      // With `-exec … +`, find passes a failure on.
      if (started.via === 'find' && why === null && run.args.map(textOf).at(-1) !== '+')
        this.hidden.push({ why: 'find', command: this.#text.slice(command.at, command.end), at: command.at })
      const text = started.kind === 'text' ? textOf(started.text) : null
      if (text === null) continue
      this.#walk.spendText(text.length, command.at)
      const list = parseList(text, 0, this.#depth + 1)
      if (started.via === 'trap') this.#trap(run.args.map(textOf), list)
      else this.#inner(text, list, command, why)
    }
  }

  #trap(args: (string | null)[], list: List): void {
    const onExit = args.some((arg) => arg === 'EXIT' || arg === '0')
    const exits = list.some((andOr) => programOf(onlyCommand(andOr)) === 'exit')
    if (onExit && exits && decisionOf(list).from >= 0) this.#trapped = true
  }

  #inner(text: string, list: List, command: Simple, why: Why): void {
    const inner = new Search(text, this.#walk, this, this.#depth + 1)
    inner.#errexit = setsOption(command.words, 'e', 'errexit') ?? false
    inner.#pipefail = setsOption(command.words, '', 'pipefail') ?? false
    inner.list(list, why)
  }
}

const isExit = (andOr: AndOr): boolean => programOf(onlyCommand(andOr)) === 'exit'

/** Returns how the item that decides a list's exit code hides failures of the others. */
function overruledBy(decider: AndOr | undefined, isLast: boolean): HiddenBy {
  if (decider === undefined || !isLast) return 'followed'
  const [pipeline] = decider.pipelines
  if (isExit(decider)) return 'exit'
  return pipeline !== undefined && decider.pipelines.length === 1 && isTrue(pipeline) ? 'true' : 'followed'
}
