import type { Call } from '../call.ts'
import type { CallsCounted, OutcomeLearnt } from '../facts.ts'

/** A call whose outcome was observed, as the session recorded it. */
export type SeenOutcome = Omit<OutcomeLearnt, 'lesson' | 'changes'> & { call: Call }

/** A turn's calls and the outcomes that have become known. Both may be told again: what is known is not learnt twice. */
export type Seen = { count: CallsCounted | null; outcomes: readonly SeenOutcome[] }

export const NOTHING_SEEN: Seen = { count: null, outcomes: [] }
