/**
 * Points per number, in tenths of a logit. Written by `npm run train:claims`; docs/claims.md describes how. `start` is what
 * every message begins with.
 */
export const WEIGHTS = {
  start: -14,
  done: 16,
  fixed: 0,
  shipped: 7,
  'tests pass': 9,
  verified: 6,
  confidence: 3,
  'more claims': 0,
  'only signs': -4,
  'nearly a claim': 5,
  'cancelled words': 2,
  report: 10,
  'more reports': 4,
  hedged: -4,
  asks: -4,
  'ends with a question': -3,
  explains: -4,
  acts: 3,
  'claims first': 17,
  'claims last': 2,
  'asks the user to act': -5,
  blocked: -1,
  'states a gap': 0,
  length: -1,
  'not English': 2,
  'changed nothing': -9,
} as const

/** Points that hold a turn: if it changed nothing, or if that is unknown. */
export const NEEDED = { unchanged: 3, unknown: 11 } as const
