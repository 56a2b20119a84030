/**
 * What the frame of a candidate says for or against it, in points. Fitted on labelled messages, each source left out in turn, and
 * rounded: docs/claims.md tells how. A trait is worth its points only if it means the same in messages nobody has seen.
 */
export const POINTS = {
  // Who says so, in which form. One of these always holds.
  /** "I fixed", "we have pushed". */
  own: 3,
  /** "Fixed the crash." */
  bare: 2,
  /** "has been fixed". */
  passive: 0,
  /** "no errors", "nothing left to do". */
  denies: 0,
  /** "is fixed". */
  states: -1,
  /** "Crash fixed". */
  headline: -1,
  /** "tests pass", "the form works"; where word order is free, a verb behind its subject or object. */
  asserts: -2,
  /** "✅ Login". */
  sign: -2,
  /** "🎉". */
  cheer: -2,
  /** "the fixed version", "you fixed", "which was fixed". */
  others: -4,

  // What it is said of: our work, something of the user's, or any such thing.
  ours: 1,
  yours: -2,
  generic: -1,

  // How: with a word that only says this; with "now", "all", "successfully"; in a short sentence; with a place or means behind it; with
  // a release behind it; beside the point.
  dedicated: 2,
  marked: 1,
  short: 1,
  placed: -1,
  released: -4,
  aside: -1,

  // Where: in the first sentence, in a heading, in a list or table.
  first: 1,
  heading: 2,
  item: -2,

  // Among what: acts in the agent's own voice, other claims that stand; a question at the end; sentences that explain, some or most;
  // "I haven't changed any code"; "Failed: 12".
  acts: 2,
  'many acts': 1,
  claims: 3,
  asks: -1,
  'explains some': -1,
  explains: -4,
  unchanged: -5,
  fails: -6,
} as const

export type Trait = keyof typeof POINTS
