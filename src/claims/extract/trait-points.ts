/**
 * Points for and against a candidate, by the traits of its frame. Fitted on labelled messages with each source left out in turn,
 * then rounded; docs/claims.md describes how. A trait deserves its points only if it means the same in unseen messages.
 */
export const POINTS = {
  // The speaker and the form. One of these always applies.
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
  /** "tests pass", "the form works"; with free word order, a verb after its subject or object. */
  asserts: -2,
  /** "✅ Login". */
  sign: -3,
  /** "🎉". */
  cheer: -2,
  /** "the fixed version", "you fixed", "which was fixed". */
  others: -4,

  // Its subject: our work, something of the user's, or something generic.
  ours: 1,
  yours: -2,
  generic: -1,

  // How it is said.
  /** With an unambiguous word. */
  dedicated: 2,
  /** With "now", "all" or "successfully". */
  marked: 1,
  /** In a short sentence. */
  short: 1,
  /** Says how or where: "is implemented in two files". */
  placed: -1,
  /** Followed by a release. */
  released: -4,
  /** In a side clause, or followed by one: "It is fixed because the lock is held." */
  aside: -1,

  // Its place: in the first sentence, in a heading, in a list or table.
  first: 1,
  heading: 2,
  /** A heading that only names a result: "Fixes". */
  named: -4,
  /** Below a heading that explains: "How it works". */
  'under how': -4,
  item: -2,

  /** In a language with fewer than 60 labelled messages: only unmistakable words count. */
  'rarely measured': -1,

  // Its surroundings: acts in the agent's own voice; other claims that hold; a question at the end; some or mostly explanatory
  // sentences; "I haven't changed any code"; "Failed: 12"; a tick among crosses.
  acts: 2,
  'many acts': 1,
  claims: 3,
  asks: -1,
  'explains some': -1,
  explains: -4,
  unchanged: -5,
  fails: -6,
  contrasts: -3,
  /** The heading of a board's column, beside crosses: "Implemented". */
  column: -8,
  /** The message opens with an earlier session: "Yesterday we …". */
  recalls: -6,
} as const

export type Trait = keyof typeof POINTS
