import type { Entry } from './kinds.ts'

/** What each kind of entry does to a state. A kind that is not named does nothing: ledgers outlive versions. */
export type Folds<State> = { readonly [kind: string]: (state: State, entry: Entry) => State }

/** The state after one more entry. */
export function foldEntry<State>(state: State, entry: Entry, folds: Folds<State>): State {
  const step = Object.hasOwn(folds, entry.kind) ? folds[entry.kind] : undefined
  return step === undefined ? state : step(state, entry)
}

/** The state that a stream of entries leads to; replay is the same call again. */
export function fold<State>(entries: Iterable<Entry>, initial: State, folds: Folds<State>): State {
  let state = initial
  for (const entry of entries) state = foldEntry(state, entry, folds)
  return state
}
