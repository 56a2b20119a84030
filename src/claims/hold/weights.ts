/**
 * Points per number, in tenths of a logit. Written by `npm run train:claims`; docs/claims.md describes how. `start` is what
 * every message begins with.
 */
export const WEIGHTS = {
  start: -24,
  done: 22,
  fixed: 16,
  shipped: 12,
  'tests pass': 20,
  verified: 13,
  confidence: 3,
  'more claims': -3,
  'only signs': -3,
  'nearly a claim': 6,
  'cancelled words': 1,
  report: 14,
  'more reports': 5,
  hedged: -8,
  asks: -4,
  'ends with a question': -2,
  explains: -4,
  acts: 3,
  'claims first': 22,
  'claims last': 10,
  'asks the user to act': -5,
  blocked: -1,
  'states a gap': 4,
  length: 0,
  'not English': 3,
  'changed nothing': -9,
} as const

/** Points that hold a turn: if it changed nothing, or if that is unknown. */
export const NEEDED = { unchanged: 7, unknown: 14 } as const
