import { LIMITS } from './limits.ts'
import { alternatives, inDirectory, joined, UNKNOWN, type Value } from './value.ts'

/** What a variable holds: its one value, or, where it depends on what runs, those it may hold. */
export type Binding = { values: readonly Value[]; certain: boolean }

/** What a command finds when it starts, as far as the text so far says. */
export type State = {
  variables: Map<string, Binding>
  /** The working directory is one of these, the likely one first. */
  cwds: readonly Value[]
  previousCwds: readonly Value[]
  /** `$1`, `$2` …; null where they come from outside. */
  positional: readonly Value[] | null
  /** `set -e`: what follows a failed command does not run. */
  errexit: boolean
}

/** The states that a command leaves behind when it succeeds and when it fails. */
export type Outcome = { ok: State; failed: State }

export const startState = (): State => ({
  variables: new Map(),
  cwds: [[{ kind: 'start' }]],
  previousCwds: [[UNKNOWN]],
  positional: null,
  errexit: false,
})

export const fork = (state: State): State => ({ ...state, variables: new Map(state.variables) })

/** The same, whether it went well or not. */
export const either = (state: State): Outcome => ({ ok: state, failed: state })

/** Gives a variable its value. Past the limit of names, a new one stays unknown. */
export function bind(state: State, name: string, binding: Binding): void {
  if (state.variables.size >= LIMITS.variables && !state.variables.has(name)) return
  const values = binding.values.flatMap(alternatives)
  const certain = binding.certain && values.length === binding.values.length
  state.variables.set(name, { values: certain ? values : limited(values), certain })
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
  return { ...fork(state), cwds: mergeCwds([], cwds), previousCwds: state.cwds }
}

/** What holds where it is not known which of two states was reached; the first is the likelier. */
export function merge(a: State, b: State): State {
  if (a === b) return a
  const variables = new Map<string, Binding>()
  for (const name of new Set([...a.variables.keys(), ...b.variables.keys()])) {
    variables.set(name, mergeBindings(a.variables.get(name), b.variables.get(name)))
  }
  return {
    variables,
    cwds: mergeCwds(a.cwds, b.cwds),
    previousCwds: mergeCwds(a.previousCwds, b.previousCwds),
    positional: a.positional === b.positional ? a.positional : null,
    errexit: a.errexit && b.errexit,
  }
}

function mergeBindings(a: Binding | undefined, b: Binding | undefined): Binding {
  if (a === b && a !== undefined) return a
  return { values: limited([...(a?.values ?? []), ...(b?.values ?? [])]), certain: false }
}

function mergeCwds(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a === b) return a
  const all = distinct([...a, ...b])
  return all.length <= LIMITS.alternatives ? all : [...all.slice(0, LIMITS.alternatives - 1), [UNKNOWN]]
}

const limited = (values: Value[]): Value[] => distinct(values).slice(0, LIMITS.alternatives)

function distinct(values: Value[]): Value[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = JSON.stringify(value)
    return !seen.has(key) && seen.add(key)
  })
}
