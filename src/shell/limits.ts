/** Upper bounds on the cost of parsing a text. Each is far above what people and agents write. */
export const LIMITS = {
  /** Characters of a text. */
  textLength: 256 * 1024,
  /** Characters of all texts parsed on its behalf (`sh -c`, `eval`) beyond its own length. */
  innerLength: 8 * 1024,
  /** Constructs nested in one another. Keeps the stack shallow. */
  depth: 64,
  /** Programs that start programs, and substitutions, nested in one another. */
  via: 32,
  /** Commands visited in a text; those of a function count at each call. */
  visits: 1_000,
  /** Words of a visited text, including each expansion. */
  words: 2_500,
  /** Commands that one command starts: more than anyone passes to `find` or `xargs`. */
  started: 64,
  /** Words that one brace expansion may produce before it is treated as unknown. */
  braceWords: 64,
  /** Characters that known variables may put into words, in total. */
  expandedLength: 128 * 1024,
  /** Characters kept of each value, if a variable may have several. */
  uncertainLength: 256,
  /** Values kept for a variable that may have several. */
  alternatives: 8,
  /** Directories kept if there are several possible working directories. */
  directories: 4,
  /** Variable names that are tracked. */
  variables: 64,
} as const

/** Reasons why a text cannot be parsed. These names are stable. */
export type Why =
  | 'too-long'
  | 'too-deep'
  | 'too-many'
  | 'bad-character'
  | 'unterminated-quote'
  | 'unterminated-substitution'
  | 'unterminated-heredoc'
  | 'unexpected-token'
  | 'unexpected-end'

/** A text that cannot be parsed, with the offset where parsing stopped. Its effects are unknown. */
export type Unparsable = { kind: 'unparsable'; why: Why; at: number }

/** Thrown to stop parsing at any depth. Never leaves this folder; see `refusing`. */
export class Refusal extends Error {
  readonly why: Why
  readonly at: number

  constructor(why: Why, at: number) {
    super(why)
    this.why = why
    this.at = at
  }
}

/** Runs a reader and turns its refusal into a value. */
export function refusing<T>(read: () => T): T | Unparsable {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'unparsable', why: error.why, at: error.at }
    throw error
  }
}
