/** A piece of an unexpanded word. `quoted` text is literal: no globs, braces, tildes, field splitting. */
export type Part =
  | { kind: 'text'; text: string; quoted: boolean }
  /** `$name` or `${name…}`; `prefix` is `#` or `!`, `rest` is what follows the name in braces. */
  | { kind: 'variable'; name: string; prefix: string; rest: Part[]; quoted: boolean }
  /** `$(…)` or backticks. */
  | { kind: 'output'; list: List; quoted: boolean }
  /** `$((…))`, with its substitutions. */
  | { kind: 'arithmetic'; parts: Part[]; quoted: boolean }
  /** `<(…)` or `>(…)`. */
  | { kind: 'process'; list: List }
  /** `@(a|b)` and other extended globs. */
  | { kind: 'glob'; parts: Part[] }
  /** `name=(…)`. */
  | { kind: 'array'; words: Word[] }

export type Word = { parts: Part[]; at: number; end: number }

export type Assignment = { name: string; append: boolean; subscript: Part[] | null; value: Word }

/** `body` is the text of a heredoc. `target` is its delimiter, the text after `<<<`, or a file or descriptor. */
export type Redirection = { operator: string; target: Word; body: Word | null }

export type Simple = {
  kind: 'simple'
  assignments: Assignment[]
  words: Word[]
  redirections: Redirection[]
  at: number
  end: number
}

type Span = { redirections: Redirection[]; at: number; end: number }

/** A command that contains other commands. */
export type Compound =
  | (Span & { kind: 'group' | 'subshell'; body: List })
  | (Span & { kind: 'if'; branches: { test: List; body: List }[]; otherwise: List | null })
  | (Span & { kind: 'while'; test: List; body: List })
  | (Span & { kind: 'for'; name: string; words: Word[] | null; body: List })
  | (Span & { kind: 'case'; subject: Word; arms: { patterns: Word[]; body: List }[] })
  | (Span & { kind: 'function'; name: string; body: Command })
  | (Span & { kind: 'coprocess'; body: Command })
  /** `[[ … ]]` or `((…))`: only substitutions in it run commands. */
  | (Span & { kind: 'expression'; words: Word[] })

export type Command = Simple | Compound

export type Pipeline = { commands: Command[]; negated: boolean; at: number; end: number }

/** Pipelines joined by `&&` and `||`; `joins[i]` comes before `pipelines[i + 1]`. */
export type AndOr = { pipelines: Pipeline[]; joins: ('&&' | '||')[]; background: boolean; at: number; end: number }

export type List = AndOr[]
