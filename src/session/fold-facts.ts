import type { Entry } from '../ledger/kinds.ts'
import { type Content, type FactKind, kindOf, readFact } from './facts.ts'

/** The effect of each kind of fact on a state, by its typed content. Kinds without a fold change nothing. */
export type FactFolds<State> = {
  readonly [Kind in FactKind]?: (state: State, content: NonNullable<Content<Kind>>, entry: Entry) => State
}

/** The state after one more entry. An event kept as raw bytes is folded as the kind it would have had. */
export function foldFact<State>(state: State, entry: Entry, folds: FactFolds<State>): State {
  const kind = kindOf(entry) as FactKind
  if (!Object.hasOwn(folds, kind)) return state
  const content = readFact(kind, entry)
  const step = folds[kind] as (state: State, content: object, entry: Entry) => State
  return content === null ? state : step(state, content, entry)
}

/** Returns the state after all entries. */
export function foldFacts<State>(entries: Iterable<Entry>, initial: State, folds: FactFolds<State>): State {
  let state = initial
  for (const entry of entries) state = foldFact(state, entry, folds)
  return state
}
