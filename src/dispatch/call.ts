import type { Json } from '../ledger/kinds.ts'
import type { DispatchAnswer, DispatchCode, DispatchPolicy } from '../policy/dispatch.ts'
import type { PathWorld } from '../shell/paths.ts'
import type { Attempt } from './attempt.ts'
import type { Aim } from './protection/judge.ts'

/** A tool call as the checks see it: the tool, its effect, its surroundings, and the policy. */
export type CheckedCall = {
  tool: string
  input: Json
  /** The fields that the tool requires, in the notation of schema.ts; null for an unknown tool. */
  shape: string | null
  /** `main`, or the type of the subagent that makes the call. */
  role: string
  attempt: Attempt
  /** Every path that the call aims at. */
  aims: readonly Aim[]
  /** Maps paths to their real paths, if they differ. */
  real: ReadonlyMap<string, string>
  world: PathWorld
  /** The folder that the policy applies to. */
  project: string | null
  policy: DispatchPolicy
  /** Returns the content of a file: null if it is unreadable, `text` null if it does not exist. */
  read(path: string): { text: string | null } | null
}

/** One objection to a call. `said` quotes the part it is about. `answer` is set if a policy rule decides it directly. */
export type DispatchFinding = { code: DispatchCode; said: string; answer: DispatchAnswer | null }

export const finding = (code: DispatchCode, said: string, answer: DispatchAnswer | null = null): DispatchFinding => ({
  code,
  said,
  answer,
})
