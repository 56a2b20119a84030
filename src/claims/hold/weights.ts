/**
 * Points per number, in tenths of a logit. Written by `npm run train -- claims`, except `not English`, which is set by hand;
 * docs/claims.md says how. `start` is what every message begins with.
 */
export const WEIGHTS = {
  start: -25,
  done: 20,
  fixed: 15,
  shipped: 12,
  'tests pass': 21,
  verified: 18,
  confidence: 5,
  'more claims': -5,
  'only signs': -9,
  'nearly a claim': 6,
  'cancelled words': 2,
  report: 17,
  'more reports': 6,
  hedged: -4,
  asks: -2,
  'ends with a question': -2,
  explains: -2,
  acts: 1,
  'claims first': 26,
  'claims last': 9,
  'asks the user to act': -4,
  blocked: -2,
  'states a gap': 3,
  length: 0,
  'not English': -4,
  'changed nothing': -8,
} as const

/** Points that hold a turn: if it changed nothing, or if that is unknown. */
export const NEEDED = { unchanged: 10, unknown: 9 } as const
