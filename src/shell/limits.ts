/** What a text may cost at most. Each is far above what people and agents write. */
export const LIMITS = {
  /** Characters of a text. */
  textLength: 256 * 1024,
  /** Characters of all texts that are parsed on its behalf (`sh -c`, `eval`) beyond its own length. */
  innerLength: 8 * 1024,
  /** Constructs inside one another. Keeps the stack shallow. */
  depth: 64,
  /** Programs that start programs, and substitutions, one inside another. */
  via: 32,
  /** Commands of a text that is walked; those of a function count each time it is called. */
  visits: 1_000,
  /** Words of a text that is walked, with each expansion in them. */
  words: 2_500,
  /** Commands that one command starts: more than anybody gives `find` or `xargs`. */
  started: 64,
  /** Words one brace expansion may make before it is left as unknown. */
  braceWords: 64,
  /** Characters that known variables may put into words, all together. */
  expandedLength: 128 * 1024,
  /** Characters of a value that is one of several. */
  uncertainLength: 256,
  /** Values kept for a variable that holds one of several. */
  alternatives: 8,
  /** Directories kept where the working directory is one of several. */
  directories: 4,
  /** Names of variables that are followed. */
  variables: 64,
} as const

/** Why a text is not read. These names are stable. */
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

/** A text that cannot be read, with the offset where reading ended. What it would do is not known. */
export type Unparsable = { kind: 'unparsable'; why: Why; at: number }

/** Ends the reading of a text from any depth; never leaves this folder, see `refusing`. */
export class Refusal extends Error {
  readonly why: Why
  readonly at: number

  constructor(why: Why, at: number) {
    super(why)
    this.why = why
    this.at = at
  }
}

/** Runs a reader, and turns its refusal into a value. */
export function refusing<T>(read: () => T): T | Unparsable {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'unparsable', why: error.why, at: error.at }
    throw error
  }
}
