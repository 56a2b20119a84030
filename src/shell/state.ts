import { LIMITS, Refusal } from './limits.ts'
import { alternatives, inDirectory, joined, keyOf, lengthOf, UNKNOWN, type Value } from './value.ts'

/** A variable's value: a certain one, or the candidates if it depends on which commands run. */
export type Binding = { values: readonly Value[]; certain: boolean }

/** The shell state when a command starts, as far as the code shows. */
export type State = {
  /** Replaced, never mutated, so that states can share it. */
  variables: ReadonlyMap<string, Binding>
  /** Possible working directories, the likeliest first. */
  cwds: readonly Value[]
  previousCwds: readonly Value[]
  /** The folders that `pushd` put away, the last one first. */
  stack: readonly (readonly Value[])[]
  /** `$1`, `$2` …; null if they come from outside. */
  positional: readonly Value[] | null
  /** `set -e`: nothing runs after a failed command. */
  errexit: boolean
}

/** The states after a command succeeds and after it fails. */
export type Branches = { ok: State; failed: State }

export const startState = (): State => ({
  variables: new Map(),
  cwds: [[{ kind: 'start' }]],
  previousCwds: [[UNKNOWN]],
  stack: [],
  positional: null,
  errexit: false,
})

/** Copies a state for commands that run in another shell or may not run at all. */
export const fork = (state: State): State => ({ ...state })

/** The same state for success and failure. */
export const either = (state: State): Branches => ({ ok: state, failed: state })

/** Binds a variable. Throws a `Refusal` if there are too many. */
export function bind(state: State, name: string, binding: Binding): void {
  if (state.variables.size >= LIMITS.variables && !state.variables.has(name)) throw new Refusal('too-many', 0)
  const values = binding.values.flatMap(alternatives)
  const certain = binding.certain && values.length === binding.values.length
  const replaced = new Map(state.variables)
  state.variables = replaced.set(name, { values: certain ? values : limited(values), certain })
}

/** Appends to a variable, as `+=` does. */
export function extend(state: State, name: string, value: Value): void {
  const before = state.variables.get(name)
  const [only] = before?.values ?? []
  if (before?.certain && only !== undefined) bind(state, name, { values: [joined([only, value], '')], certain: true })
  else bind(state, name, { values: limited([...(before?.values ?? []), value]), certain: false })
}

/** Changes the working directory, relative to each possible current one. */
export function changeDirectory(state: State, ...to: readonly Value[]): State {
  const cwds = state.cwds.flatMap((cwd) => to.flatMap(alternatives).map((one) => inDirectory(cwd, one)))
  return { ...state, cwds: limitedCwds(cwds), previousCwds: state.cwds }
}

/** The folders that `dirs` prints. */
export const stackedIn = ({ cwds, stack }: State): readonly Value[] => [...cwds, ...stack.flat()]

/** Merges two states, either of which may have been reached. The first is the likelier one. */
export function merge(a: State, b: State): State {
  if (a === b) return a
  return {
    variables: mergeVariables(a.variables, b.variables),
    cwds: mergeCwds(a.cwds, b.cwds),
    previousCwds: a.previousCwds === b.previousCwds ? a.previousCwds : [...a.previousCwds.slice(0, 1), [UNKNOWN]],
    stack: a.stack.length >= b.stack.length ? a.stack : b.stack,
    positional: a.positional === b.positional ? a.positional : null,
    errexit: a.errexit && b.errexit,
  }
}

function mergeVariables(a: State['variables'], b: State['variables']): State['variables'] {
  if (a === b) return a
  const merged = new Map<string, Binding>()
  for (const name of [...a.keys(), ...b.keys()]) {
    if (!merged.has(name)) merged.set(name, mergeBindings(a.get(name), b.get(name)))
  }
  return merged
}

function mergeBindings(a: Binding | undefined, b: Binding | undefined): Binding {
  if (a === b && a !== undefined) return a
  return { values: limited([...(a?.values ?? []), ...(b?.values ?? [])]), certain: false }
}

function mergeCwds(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  return a === b ? a : limitedCwds([...a, ...b])
}

function limitedCwds(cwds: Value[]): readonly Value[] {
  const all = cwds.length === 1 ? cwds : distinct(cwds)
  // Past the limit only the likeliest is kept, so that many directory changes stay cheap.
  return all.length <= LIMITS.directories ? all : [...all.slice(0, 1), NOTHING_KNOWN]
}

function limited(values: Value[]): Value[] {
  const all = distinct(values)
  if (all.length > LIMITS.alternatives) throw new Refusal('too-many', 0)
  return all
}

const NOTHING_KNOWN: Value = [UNKNOWN]

/** Removes duplicates. A value too long to keep among others becomes unknown. */
function distinct(values: Value[]): Value[] {
  const found = new Map<string, Value>()
  for (const value of values) {
    const kept = lengthOf(value) > LIMITS.uncertainLength ? NOTHING_KNOWN : value
    const key = keyOf(kept)
    if (!found.has(key)) found.set(key, kept)
  }
  return [...found.values()]
}
