import type { Entry } from '../ledger/kinds.ts'
import { type CallsCounted, type RememberedFact, readTrustFact } from './facts.ts'
import type { Category } from './patterns.ts'

/** What a project has learnt and counted, folded from its trust stream. Plain data: it is also the snapshot. */
export type TrustState = {
  /** The last entry that is part of the state. */
  seq: number
  patterns: { [id: string]: RememberedFact & { category: Category } }
  exemplars: { [id: string]: RememberedFact }
  /** The latest counts, oldest first, as far back as the window of calls reaches. */
  counts: CallsCounted[]
  /** All calls ever counted that ran. */
  outcomes: number
}

/** Changes whenever the fold does: a snapshot of another version is folded again from the stream. */
export const FOLD_VERSION = 1

/** Rates are about this many recent calls. */
export const WINDOW_CALLS = 1_000

export const NEW_STATE: TrustState = { seq: 0, patterns: {}, exemplars: {}, counts: [], outcomes: 0 }

/** Adds an entry to a state. An entry that is already part of it, or of an unknown kind, changes nothing. */
export function foldTrust(state: TrustState, entry: Pick<Entry, 'seq' | 'kind' | 'body'>): TrustState {
  if (entry.seq <= state.seq) return state
  const next = { ...state, seq: entry.seq }
  const fact = readTrustFact(entry)
  switch (fact?.kind) {
    case undefined:
      return next
    case 'calls.counted':
      return { ...next, ...withCount(state, fact.body) }
    case 'pattern.added': {
      const { id } = fact.body
      return Object.hasOwn(state.patterns, id) ? next : { ...next, patterns: { ...state.patterns, [id]: fact.body } }
    }
    case 'exemplar.added': {
      const { id } = fact.body
      return Object.hasOwn(state.exemplars, id) ? next : { ...next, exemplars: { ...state.exemplars, [id]: fact.body } }
    }
    case 'pattern.weighed': {
      const { id, weight } = fact.body
      const known = Object.hasOwn(state.patterns, id) ? state.patterns[id] : undefined
      return known === undefined ? next : { ...next, patterns: { ...state.patterns, [id]: { ...known, weight } } }
    }
    case 'exemplar.dropped': {
      const { [fact.body.id]: _, ...exemplars } = state.exemplars
      return { ...next, exemplars }
    }
  }
}

/** Replaces an earlier count of the same turn: a turn that was blocked is counted again when it ends. */
function withCount({ counts, outcomes }: TrustState, count: CallsCounted): Pick<TrustState, 'counts' | 'outcomes'> {
  const isSame = (one: CallsCounted): boolean => one.stream === count.stream && one.turn === count.turn
  const before = counts.find(isSame)
  const rest = counts.filter((one) => !isSame(one))
  let calls = count.scored
  let from = rest.length
  while (from > 0 && calls < WINDOW_CALLS) calls += rest[--from]?.scored ?? 0
  return { counts: [...rest.slice(from), count], outcomes: outcomes + count.ran - (before?.ran ?? 0) }
}
