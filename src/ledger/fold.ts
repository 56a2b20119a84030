import type { Entry } from './kinds.ts'

/** The effect of each entry kind on a state. Unknown kinds have no effect, because ledgers outlive versions. */
export type Folds<State> = { readonly [kind: string]: (state: State, entry: Entry) => State }

/** Returns the state after one more entry. */
export function foldEntry<State>(state: State, entry: Entry, folds: Folds<State>): State {
  const step = Object.hasOwn(folds, entry.kind) ? folds[entry.kind] : undefined
  return step === undefined ? state : step(state, entry)
}

/** Returns the state after all entries. A replay is the same call. */
export function fold<State>(entries: Iterable<Entry>, initial: State, folds: Folds<State>): State {
  let state = initial
  for (const entry of entries) state = foldEntry(state, entry, folds)
  return state
}
