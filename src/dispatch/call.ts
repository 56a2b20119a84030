import type { Json } from '../ledger/kinds.ts'
import type { DispatchAnswer, DispatchCode, DispatchPolicy } from '../policy/dispatch.ts'
import type { PathWorld } from '../shell/paths.ts'
import type { Attempt } from './attempt.ts'
import type { Aim } from './protection/judge.ts'

/** A tool call as the checks see it: what it is, what it would do, where, and what the policy says. */
export type CheckedCall = {
  tool: string
  input: Json
  /** `main`, or the type of the subagent that makes it. */
  role: string
  attempt: Attempt
  /** Every path that it aims at. */
  aims: readonly Aim[]
  /** What is behind the names of those paths, where that is another. */
  real: ReadonlyMap<string, string>
  world: PathWorld
  /** The folder that the policy rules. */
  project: string | null
  policy: DispatchPolicy
  /** What a file holds: null where it cannot be read, `text` null where there is none. */
  read(path: string): { text: string | null } | null
}

/** One check's objection to a call; `said` shows it, in words of the call. `answer`: where a rule of the policy gives it itself. */
export type DispatchFinding = { code: DispatchCode; said: string; answer: DispatchAnswer | null }

export const finding = (code: DispatchCode, said: string, answer: DispatchAnswer | null = null): DispatchFinding => ({
  code,
  said,
  answer,
})
