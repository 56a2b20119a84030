/**
 * Points per number, in tenths of a logit. Written by `npm run train:claims`; docs/claims.md describes how. `start` is what
 * every message begins with.
 */
export const WEIGHTS = {
  start: -20,
  done: 18,
  fixed: 15,
  shipped: 8,
  'tests pass': 18,
  verified: 5,
  confidence: 4,
  'more claims': 0,
  'only signs': -4,
  'nearly a claim': 4,
  'cancelled words': 3,
  report: 11,
  'more reports': 6,
  hedged: -5,
  asks: -6,
  'ends with a question': -1,
  explains: -5,
  acts: 3,
  'claims first': 18,
  'claims last': 8,
  'asks the user to act': -9,
  blocked: -3,
  'states a gap': 2,
  length: -1,
  'not English': 1,
  'changed nothing': -5,
} as const

/** Points that hold a turn: if it changed nothing, or if that is unknown. */
export const NEEDED = { unchanged: 9, unknown: 9 } as const
