import type { State } from './state.ts'
import type { List } from './syntax.ts'
import type { Value } from './value.ts'

/** State and budget for expanding a word. */
export type ExpansionScope = {
  state: State
  /** The output of a substitution, if it follows from the text without running it. */
  outputOf: (list: List) => Value | null
  /** Deducts characters from the limit on what variables may put into words. */
  spend: (length: number) => void
  /** Turns the stand-ins in a re-rendered text back into the unknown pieces they represent. */
  restore: (text: string) => Value
}
