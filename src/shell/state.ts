import { LIMITS } from './limits.ts'
import { alternatives, inDirectory, joined, keyOf, lengthOf, UNKNOWN, type Value } from './value.ts'

/** What a variable holds: its one value, or, where it depends on what runs, those it may hold. */
export type Binding = { values: readonly Value[]; certain: boolean }

/** What a command finds when it starts, as far as the text so far says. */
export type State = {
  /** Replaced, never changed, so that states can share it. */
  variables: ReadonlyMap<string, Binding>
  /** The working directory is one of these, the likely one first. */
  cwds: readonly Value[]
  previousCwds: readonly Value[]
  /** `$1`, `$2` …; null where they come from outside. */
  positional: readonly Value[] | null
  /** `set -e`: what follows a failed command does not run. */
  errexit: boolean
}

/** The states that a command leaves behind when it succeeds and when it fails. */
export type Branches = { ok: State; failed: State }

export const startState = (): State => ({
  variables: new Map(),
  cwds: [[{ kind: 'start' }]],
  previousCwds: [[UNKNOWN]],
  positional: null,
  errexit: false,
})

/** A state of its own for what runs apart or perhaps. */
export const fork = (state: State): State => ({ ...state })

/** The same, whether it went well or not. */
export const either = (state: State): Branches => ({ ok: state, failed: state })

/** Gives a variable its value. Past the limit of names, a new one stays unknown. */
export function bind(state: State, name: string, binding: Binding): void {
  if (state.variables.size >= LIMITS.variables && !state.variables.has(name)) return
  const values = binding.values.flatMap(alternatives)
  const certain = binding.certain && values.length === binding.values.length
  const replaced = new Map(state.variables)
  state.variables = replaced.set(name, { values: certain ? values : limited(values), certain })
}

/** Adds to what a variable holds, as `+=` does. */
export function extend(state: State, name: string, value: Value): void {
  const before = state.variables.get(name)
  const [only] = before?.values ?? []
  if (before?.certain && only !== undefined) bind(state, name, { values: [joined([only, value], '')], certain: true })
  else bind(state, name, { values: limited([...(before?.values ?? []), value]), certain: false })
}

/** Changes the working directory to what a word says, seen from each directory it may be now. */
export function changeDirectory(state: State, to: Value): State {
  const cwds = state.cwds.flatMap((cwd) => alternatives(to).map((one) => inDirectory(cwd, one)))
  return { ...state, cwds: limitedCwds(cwds), previousCwds: state.cwds }
}

/** What holds where it is not known which of two states was reached; the first is the likelier. */
export function merge(a: State, b: State): State {
  if (a === b) return a
  return {
    variables: mergeVariables(a.variables, b.variables),
    cwds: mergeCwds(a.cwds, b.cwds),
    previousCwds: a.previousCwds === b.previousCwds ? a.previousCwds : [...a.previousCwds.slice(0, 1), [UNKNOWN]],
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
  // Past the limit only the likely one is kept, so that many changes of directory stay cheap.
  return all.length <= LIMITS.directories ? all : [...all.slice(0, 1), NOTHING_KNOWN]
}

const limited = (values: Value[]): Value[] => distinct(values).slice(0, LIMITS.alternatives)

const NOTHING_KNOWN: Value = [UNKNOWN]

/** Each value once; what is too long to be kept among others is unknown. */
function distinct(values: Value[]): Value[] {
  const found = new Map<string, Value>()
  for (const value of values) {
    const kept = lengthOf(value) > LIMITS.uncertainLength ? NOTHING_KNOWN : value
    const key = keyOf(kept)
    if (!found.has(key)) found.set(key, kept)
  }
  return [...found.values()]
}
