import { expandWord } from './expand.ts'
import { invocationOf } from './invocation.ts'
import { refusing, type Unparsable } from './limits.ts'
import { outputOfCommand, outputOfList } from './outputs.ts'
import { parseOutermost } from './parse.ts'
import type { Invocation } from './run.ts'
import { walkRedirections, walkSimple, walkSubstitutions } from './start.ts'
import { type Branches, bind, either, fork, merge, type State, startState } from './state.ts'
import type { AndOr, Command, Compound, List, Pipeline } from './syntax.ts'
import type { Value } from './value.ts'
import { type Route, Walk, type Walkers } from './walk.ts'

/** The commands that shell code runs, in source order, or the reason why it cannot be parsed. */
export type ShellReading = { kind: 'read'; runs: Invocation[] } | Unparsable

/** Finds every command that shell code runs, however deeply nested, and expands its words as far as possible. */
export function readShell(text: string): ShellReading {
  return refusing(() => {
    const walk = new Walk(text)
    walkAll(walk, parseOutermost(text))
    return { kind: 'read' as const, runs: walk.runs.map(invocationOf) }
  })
}

function walkAll(walk: Walk, list: List): void {
  const walkers: Walkers = {
    walkList: (inner, place, state) => walkList(walk, walkers, inner, place, state),
    walkCommand: (command, place, state) => walkCommand(walk, walkers, command, place, state),
  }
  const place: Route = { via: [], input: null, pipe: null, at: null }
  const end = walkList(walk, walkers, list, place, startState())
  // A function may be called by a name that the code does not spell out.
  for (const [name, body] of walk.functions) {
    if (!walk.called.has(body)) walkers.walkCommand(body, { ...place, via: [`${name}()`] }, fork(end.ok))
  }
}

function walkList(walk: Walk, walkers: Walkers, list: List, place: Route, state: State): Branches {
  return walk.nested(place.at ?? list[0]?.at ?? 0, () => {
    let outcome = either(state)
    for (const andOr of list) {
      const from = outcome.ok.errexit ? outcome.ok : merge(outcome.ok, outcome.failed)
      if (andOr.background) walkAndOr(walk, walkers, andOr, place, fork(from))
      outcome = andOr.background ? either(from) : walkAndOr(walk, walkers, andOr, place, from)
    }
    return outcome
  })
}

function walkAndOr(walk: Walk, walkers: Walkers, andOr: AndOr, place: Route, state: State): Branches {
  let outcome = either(state)
  andOr.pipelines.forEach((pipeline, i) => {
    const before = outcome
    const join = i === 0 ? null : andOr.joins[i - 1]
    const from = join === '||' ? before.failed : before.ok
    const own = walkPipeline(walk, walkers, pipeline, place, join === null ? from : fork(from))
    outcome = joinOutcomes(join ?? null, before, own)
  })
  return outcome
}

function joinOutcomes(join: '&&' | '||' | null, before: Branches, own: Branches): Branches {
  switch (join) {
    case null:
      return own
    case '&&':
      return { ok: own.ok, failed: merge(own.failed, before.failed) }
    case '||':
      return { ok: merge(before.ok, own.ok), failed: own.failed }
  }
}

function walkPipeline(
  walk: Walk,
  walkers: Walkers,
  { commands, negated }: Pipeline,
  place: Route,
  state: State,
): Branches {
  const [only] = commands
  if (only !== undefined && commands.length === 1) {
    const { ok, failed } = walkers.walkCommand(only, place, state)
    return negated ? { ok: failed, failed: ok } : { ok, failed }
  }
  let input = place.input
  const id = ++walk.pipes
  for (const [stage, command] of commands.entries()) {
    // Each stage runs in its own shell, so the others do not see its changes.
    walkers.walkCommand(command, { ...place, input, pipe: { id, stage } }, fork(state))
    input = outputOfCommand(command, walk.scope(state, command.at, outputOfList), input)
  }
  return either(state)
}

function walkCommand(walk: Walk, walkers: Walkers, command: Command, place: Route, state: State): Branches {
  if (command.kind === 'simple') return walkSimple(walk, walkers, command, place, state)
  walk.visit(place.at ?? command.at)
  const input = walkRedirections(walk, walkers, command.redirections, place, state, place.at ?? command.at)
  return walkCompound(walk, walkers, command, input === null ? place : { ...place, input }, state)
}

function walkCompound(walk: Walk, walkers: Walkers, command: Compound, place: Route, state: State): Branches {
  switch (command.kind) {
    case 'group':
      return walkers.walkList(command.body, place, state)
    case 'subshell':
      walkers.walkList(command.body, place, fork(state))
      return either(state)
    case 'if':
      return walkIf(walkers, command, place, state)
    case 'while':
      return walkLoop(walk, state, (from) => {
        const test = walkers.walkList(command.test, place, from)
        return walkers.walkList(command.body, place, test.ok)
      })
    case 'for':
      return walkFor(walk, walkers, command, place, state)
    case 'case':
      return walkCase(walkers, command, place, state)
    case 'function':
      walk.functions.set(command.name, command.body)
      return either(state)
    case 'coprocess':
      walkers.walkCommand(command.body, place, fork(state))
      return either(state)
    case 'expression':
      for (const word of command.words) walkSubstitutions(word.parts, walkers, place, state)
      return either(state)
  }
}

function walkIf(walkers: Walkers, command: Extract<Compound, { kind: 'if' }>, place: Route, state: State): Branches {
  const ends: State[] = []
  let from = state
  for (const { test, body } of command.branches) {
    const tested = walkers.walkList(test, place, from)
    ends.push(bothWays(walkers.walkList(body, place, fork(tested.ok))))
    from = fork(tested.failed)
  }
  if (command.otherwise !== null) from = bothWays(walkers.walkList(command.otherwise, place, from))
  return either([...ends, from].reduce(merge))
}

const bothWays = ({ ok, failed }: Branches): State => merge(ok, failed)

/**
 * Walks a loop once to learn what it changes, because the next iteration sees those changes, and again to collect its
 * commands. While learning, inner loops are walked only once.
 */
function walkLoop(walk: Walk, state: State, walkOnce: (from: State) => Branches): Branches {
  const count = walk.runs.length
  const learning = walk.discovering
  walk.discovering = true
  const first = merge(state, bothWays(walkOnce(fork(state))))
  walk.discovering = learning
  if (learning || unchanged(state, first)) return either(first)
  walk.runs.length = count
  return either(merge(first, bothWays(walkOnce(fork(first)))))
}

const unchanged = (a: State, b: State): boolean =>
  a.cwds.length === b.cwds.length &&
  a.variables.size === b.variables.size &&
  [...b.variables].every(([name, binding]) => a.variables.get(name) === binding)

function walkFor(
  walk: Walk,
  walkers: Walkers,
  command: Extract<Compound, { kind: 'for' }>,
  place: Route,
  state: State,
): Branches {
  const words = command.words ?? []
  walkSubstitutions(
    words.flatMap(({ parts }) => parts),
    walkers,
    place,
    state,
  )
  const scope = walk.scope(state, command.at, outputOfList)
  const values: Value[] = words.flatMap((word) => expandWord(word, scope))
  return walkLoop(walk, state, (from) => {
    if (command.name !== '') bind(from, command.name, { values, certain: values.length === 1 })
    return walkers.walkList(command.body, place, from)
  })
}

function walkCase(
  walkers: Walkers,
  command: Extract<Compound, { kind: 'case' }>,
  place: Route,
  state: State,
): Branches {
  const words = [command.subject, ...command.arms.flatMap(({ patterns }) => patterns)]
  walkSubstitutions(
    words.flatMap(({ parts }) => parts),
    walkers,
    place,
    state,
  )
  const ends = command.arms.map(({ body }) => bothWays(walkers.walkList(body, place, fork(state))))
  return either([...ends, state].reduce(merge))
}
