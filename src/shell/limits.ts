/**
 * Upper bounds on the cost of reading shell code. Each is far above what people and agents write. Code beyond a bound is
 * refused, not read in part: otherwise harmless words could push the one that counts out of sight.
 */
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
  /** Words that one brace expansion may produce. A longer sequence, `{1..9999}`, is treated as unknown. */
  braceWords: 512,
  /** Braces in one word. */
  braces: 64,
  /** Characters that known variables may put into words, in total. */
  expandedLength: 128 * 1024,
  /** Characters in one of several candidate values; a longer one becomes unknown. No path is longer. */
  uncertainLength: 4096,
  /** Candidate values of an uncertain variable. */
  alternatives: 512,
  /** Candidate values of a word with several such variables. */
  combinations: 4_096,
  /** Possible working directories kept. */
  directories: 8,
  /** Variables tracked. */
  variables: 256,
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

/** Reasons that only size explains: a shell could run the code. */
const TOO_LARGE: ReadonlySet<string> = new Set<Why>(['too-long', 'too-deep', 'too-many'])

export const isTooLarge = (why: string): boolean => TOO_LARGE.has(why)

/** Shell code that cannot be parsed, with the offset where parsing stopped. Its effects are unknown. */
export type Unparsable = { kind: 'unparsable'; why: Why; at: number }

/** Thrown to stop reading at any depth. Readers turn it into a value, see `refusing`; `pathsOf` lets it through. */
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
