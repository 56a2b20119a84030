import { BUILTINS } from './builtins.ts'
import { expandAssigned, expandOne, expandWord } from './expand.ts'
import { LIMITS, Refusal } from './limits.ts'
import { outputOfCommand, outputOfList } from './outputs.ts'
import { parseList } from './parse.ts'
import { baseName, type Run } from './run.ts'
import type { ExpansionScope } from './scope.ts'
import { type Branches, bind, changeDirectory, either, extend, fork, type State, startState } from './state.ts'
import type { Assignment, List, Part, Redirection, Simple } from './syntax.ts'
import { joined, type Value } from './value.ts'
import type { Route, Walk, Walkers } from './walk.ts'
import { contentOf, fileKey, type Started, splitAssignments, startedBy } from './wrappers.ts'

/** Reads a simple command on its own, ignoring any state that earlier commands set. */
export function readRun(walk: Walk, command: Simple): Run {
  const state = startState()
  const scope = walk.scope(state, command.at, outputOfList)
  return makeRun(
    command.words.flatMap((word) => expandWord(word, scope)),
    {
      assignments: [],
      redirections: [],
      input: inputOf(command.redirections, scope),
      place: { via: [], input: null, pipe: null, at: null },
      at: command.at,
      state,
      files: walk.files,
    },
  )
}

/** Walks a simple command: the substitutions in its words, the command itself, and the commands it starts. */
export function walkSimple(walk: Walk, walkers: Walkers, command: Simple, place: Route, state: State): Branches {
  const at = place.at ?? command.at
  walk.visit(at)
  walkSubstitutions(partsOfSimple(command), walkers, place, state)
  const scope = walk.scope(state, at, outputOfList)
  const words = command.words.flatMap((word) => expandWord(word, scope))
  const assigned = command.assignments.map((one) => ({ ...one, values: expandAssigned(one.value, scope) }))
  const run = makeRun(words, {
    assignments: assigned.map(({ name, values }) => ({ name, value: values[0] ?? [] })),
    redirections: redirected(command.redirections, scope),
    input: inputOf(command.redirections, scope) ?? place.input,
    place,
    at,
    state,
    files: walk.files,
  })
  keepWritten(walk, command, run, scope)
  if (words.length > 0) return start(walk, walkers, run, place, state)
  if (run.redirections.length > 0) walk.runs.push(run)
  for (const one of assigned) assign(state, one, one.values)
  return either(state)
}

/** Keeps the content of the files that a command prints to, as far as the code shows it. */
function keepWritten(walk: Walk, command: Simple, run: Run, scope: ExpansionScope): void {
  const redirected = run.redirections.filter(({ operator }) => /^&?>/.test(operator) && operator !== '>&')
  const files = [...redirected.map(({ target }) => target), ...(run.name === 'tee' ? run.args : [])]
  if (files.length === 0) return
  const output = outputOfCommand({ ...command, redirections: [] }, scope, run.input)
  const isAdded = redirected.some(({ operator }) => operator.endsWith('>>'))
  for (const key of files.map(fileKey)) {
    const before = isAdded ? walk.files.get(key) : undefined
    if (output === null) walk.files.delete(key)
    else walk.files.set(key, before === undefined ? output : joined([before, output], '\n'))
  }
}

/** Records the redirections of a compound command as an invocation without a program. Returns the input they give it. */
export function walkRedirections(
  walk: Walk,
  walkers: Walkers,
  redirections: Redirection[],
  place: Route,
  state: State,
  at: number,
): Value | null {
  if (redirections.length === 0) return null
  const parts = redirections.flatMap(partsOfRedirection)
  walkSubstitutions(parts, walkers, place, state)
  const scope = walk.scope(state, at, outputOfList)
  walk.runs.push(
    makeRun([], {
      assignments: [],
      redirections: redirected(redirections, scope),
      input: null,
      place,
      at,
      state,
      files: walk.files,
    }),
  )
  return inputOf(redirections, scope)
}

function assign(state: State, { name, append, subscript }: Assignment, values: Value[]): void {
  const [value = []] = values
  if (append || subscript !== null) for (const one of values) extend(state, name, one)
  else bind(state, name, values.length === 1 ? { values: [value], certain: true } : { values, certain: false })
}

type Around = Pick<Run, 'assignments' | 'redirections' | 'input' | 'files'> & { place: Route; at: number; state: State }

function makeRun(words: readonly Value[], { place, state, ...around }: Around): Run {
  const [program = null, ...args] = words
  const { redirections, input, files, at } = around
  const name = program === null ? null : nameOf(program)
  return {
    program,
    name,
    args,
    assignments: name === 'git' ? [...exportedFor(state, 'GIT_'), ...around.assignments] : around.assignments,
    redirections,
    input,
    files,
    cwds: state.cwds,
    via: place.via,
    pipe: place.pipe,
    at,
  }
}

/** Variables that the code set before, as a program with this prefix may see them. */
const exportedFor = (state: State, prefix: string): Run['assignments'] =>
  [...state.variables].flatMap(([name, { values }]) =>
    name.startsWith(prefix) ? values.map((value) => ({ name, value })) : [],
  )

/** The program's name, which may be known even if its directory is not: `~/bin/x`. */
function nameOf(program: Value): string | null {
  const last = program.at(-1)
  if (last?.kind !== 'text') return program.length === 0 ? '' : null
  return program.length === 1 || last.text.includes('/') ? baseName(last.text) : null
}

/** Records an invocation, and follows its effects on the shell and the commands it starts. */
function start(walk: Walk, walkers: Walkers, run: Run, place: Route, state: State): Branches {
  walk.runs.push(run)
  if (run.name === null) return either(state)
  const body = walk.functions.get(run.name)
  // Compared by body, not by name: a function may redefine its own name and call the new one.
  if (body !== undefined && !walk.calling.has(body)) {
    walk.called.add(body)
    walk.calling.add(body)
    const inside = { ...fork(state), positional: run.args }
    const outcome = walk.nested(run.at, () => walkers.walkCommand(body, further(place, `${run.name}()`, run), inside))
    walk.calling.delete(body)
    return {
      ok: { ...outcome.ok, positional: state.positional },
      failed: { ...outcome.failed, positional: state.positional },
    }
  }
  if (Object.hasOwn(BUILTINS, run.name)) return BUILTINS[run.name]?.(run.args, state, run) ?? either(state)
  let outcome = either(state)
  const all = startedBy(run)
  if (all.length > LIMITS.started) throw new Refusal('too-many', run.at)
  for (const started of all) {
    const own = walk.nested(run.at, () => startInner(walk, walkers, started, run, place, outcome.ok))
    if (started.shell === 'same') outcome = own
  }
  return outcome
}

function further(place: Route, via: string, run: Run): Route {
  if (place.via.length >= LIMITS.via) throw new Refusal('too-deep', run.at)
  return { via: [...place.via, via], input: run.input, pipe: place.pipe, at: run.at }
}

function startInner(walk: Walk, walkers: Walkers, started: Started, outer: Run, place: Route, state: State): Branches {
  walk.visit(outer.at)
  const inside = started.shell === 'same' ? state : fork(state)
  const there = further(place, started.via, outer)
  for (const { name, value } of outer.assignments) bind(inside, name, { values: [value], certain: true })
  if (started.kind === 'text') return startText(walk, walkers, started, there, inside, outer)
  const { assignments, words } = ASSIGNING.has(started.via)
    ? splitAssignments(started.words)
    : { assignments: [], words: started.words }
  const moved = started.cwd === null ? inside : changeDirectory(inside, started.cwd)
  if (words.length === 0) return either(state)
  const run = makeRun(words, {
    assignments,
    redirections: [],
    input: outer.input,
    place: there,
    at: outer.at,
    state: moved,
    files: walk.files,
  })
  return start(walk, walkers, run, there, moved)
}

const ASSIGNING: ReadonlySet<string> = new Set(['env', 'sudo', 'doas'])

function startText(
  walk: Walk,
  walkers: Walkers,
  started: Extract<Started, { kind: 'text' }>,
  place: Route,
  state: State,
  outer: Run,
): Branches {
  const text = walk.unknowns.render(started.text)
  walk.spendText(text.length, outer.at)
  const list = parseList(text, outer.at, walk.depth)
  const inside = started.shell === 'same' ? state : { ...state, positional: started.positional, errexit: false }
  // If the shell read its commands from the input, that input is already used up.
  return walkers.walkList(list, { ...place, input: outer.input === started.text ? null : outer.input }, inside)
}

function redirected(redirections: readonly Redirection[], scope: ExpansionScope): Run['redirections'] {
  return redirections
    .filter(({ operator }) => !operator.startsWith('<<'))
    .map(({ operator, target }) => ({ operator, target: expandWord(target, scope)[0] ?? [] }))
}

/** The input that the last heredoc, `<<<` or `<` gives a command; null if the code does not show what the file holds. */
function inputOf(redirections: readonly Redirection[], scope: ExpansionScope): Value | null {
  const last = redirections.findLast(({ operator }) => operator === '<' || operator.startsWith('<<'))
  if (last === undefined) return null
  const value = expandOne((last.body ?? last.target).parts, scope)
  return last.operator === '<' ? contentOf(value, { input: null, files: scope.files }) : value
}

function partsOfSimple({ assignments, words, redirections }: Simple): Part[] {
  const parts: Part[] = []
  const add = (more: readonly Part[]): void => {
    for (const part of more) if (part.kind !== 'text') parts.push(part)
  }
  for (const { subscript, value } of assignments) {
    add(subscript ?? [])
    add(value.parts)
  }
  for (const word of words) add(word.parts)
  for (const redirection of redirections) add(partsOfRedirection(redirection))
  return parts
}

const partsOfRedirection = ({ target, body }: Redirection): Part[] => [...target.parts, ...(body?.parts ?? [])]

/** Walks the commands substituted into words, each in its own shell. */
export function walkSubstitutions(parts: readonly Part[], walkers: Walkers, place: Route, state: State): void {
  if (parts.length === 0) return
  for (const list of substitutedIn(parts)) {
    walkers.walkList(list, { ...place, via: [...place.via, '$( )'], input: null }, fork(state))
  }
}

/** The command lists substituted into words. */
export function* substitutedIn(parts: Iterable<Part>): Generator<List> {
  for (const part of parts) {
    if (part.kind === 'output' || part.kind === 'process') yield part.list
    else if (part.kind === 'variable') yield* substitutedIn(part.rest)
    else if (part.kind === 'arithmetic' || part.kind === 'glob') yield* substitutedIn(part.parts)
    else if (part.kind === 'array') for (const word of part.words) yield* substitutedIn(word.parts)
  }
}
