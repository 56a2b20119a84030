/** What a text may cost at most. Each is far above what people and agents write. */
export const LIMITS = {
  /** Characters of a text, and of all that is parsed on its behalf (`sh -c`, `eval`, backticks). */
  textLength: 256 * 1024,
  /** Constructs inside one another. Keeps the stack shallow. */
  depth: 64,
  /** Simple commands met while walking a text; a function counts each time it is called. */
  visits: 10_000,
  /** Words one brace expansion may make before it is left as unknown. */
  braceWords: 64,
  /** Characters that known variables may put into words, all together. */
  expandedLength: 256 * 1024,
  /** Values kept for something that is one of several: a variable, the working directory. */
  alternatives: 8,
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
