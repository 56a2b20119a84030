import type { State } from './state.ts'
import type { List } from './syntax.ts'
import type { Value } from './value.ts'

/** What expanding a word needs to know and may spend. */
export type ExpansionScope = {
  state: State
  /** What a substitution prints, where that can be seen without running it. */
  outputOf: (list: List) => Value | null
  /** Takes characters from the limit of what variables may put into words. */
  spend: (length: number) => void
  /** Puts back what stands for an unknown piece in a text that was rendered to be parsed. */
  restore: (text: string) => Value
}
