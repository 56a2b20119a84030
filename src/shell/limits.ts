/** Upper bounds on the cost of reading shell code. Each is far above what people and agents write. */
export const LIMITS = {
  /** Characters in the source. */
  textLength: 256 * 1024,
  /** Characters of nested code (`sh -c`, `eval`) in total, beyond the length of the source. */
  innerLength: 8 * 1024,
  /** Constructs nested in one another. Keeps the stack shallow. */
  depth: 64,
  /** Nested substitutions and programs that start programs. */
  via: 32,
  /** Commands visited; a function's commands count at each call. */
  visits: 1_000,
  /** Words in the source; each expansion counts as a word. */
  words: 2_500,
  /** Commands that one command starts: more than anyone passes to `find` or `xargs`. */
  started: 64,
  /** Words that one brace expansion may produce before it is treated as unknown. */
  braceWords: 64,
  /** Characters that known variables may put into words, in total. */
  expandedLength: 128 * 1024,
  /** Characters in one of several candidate values; a longer one becomes unknown. */
  uncertainLength: 256,
  /** Candidate values kept for an uncertain variable. */
  alternatives: 8,
  /** Possible working directories kept. */
  directories: 4,
  /** Variables tracked. */
  variables: 64,
} as const

/** Reasons why shell code cannot be parsed. These names are stable. */
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

/** Shell code that cannot be parsed, with the offset where parsing stopped. Its effects are unknown. */
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
