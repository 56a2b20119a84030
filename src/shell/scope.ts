import type { State } from './state.ts'
import type { List } from './syntax.ts'
import type { Value } from './value.ts'

/** State and budget for expanding a word. */
export type ExpansionScope = {
  state: State
  /** Returns the output of a substitution if the code alone determines it, otherwise null. */
  outputOf: (list: List) => Value | null
  /** The files that the code has written, with their content, by `fileKey`. */
  files: ReadonlyMap<string, Value>
  /** Deducts characters from the budget for expansions. */
  spend: (length: number) => void
  /** Replaces the stand-ins in rendered code with the unknown pieces they represent. */
  restore: (text: string) => Value
}
