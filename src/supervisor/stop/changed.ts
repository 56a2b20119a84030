import type { SeenCall } from '../../claims/turn.ts'
import type { Weakened } from '../../claims/weakened.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { Turn } from '../../session/state.ts'

/**
 * The files that a turn changed; `paths` lists as many as fit in an entry. `restored` are files that it put back as an
 * older commit has them. `weakened` are the tests that it removed or disabled, and those of earlier turns that are still missing. `roots` are the folders to judge: the project's, or those of its
 * worktrees. `others` are other repositories that the turn wrote to.
 */
export type Changed = {
  paths: string[]
  total: number
  restored: string[]
  /** The names of the tests that others committed in the turn. */
  theirs: string[]
  /** Set if files changed, but no call of the turn can have done it. */
  beside?: true
  weakened: Weakened[]
  /** The tests that this turn itself removed or disabled. */
  lost: Weakened[]
  roots: string[]
  others: string[]
}

/**
 * `start` is the stored content that the turn started with: its hash, and the fingerprint of the content. `since` is the time.
 * `earlier` are tests that earlier turns weakened. `whose`: only a subagent's work in worktrees is compared; in the project
 * itself, its lead works at the same time.
 */
export type AskedChanges = {
  active: ActivePolicy
  start: NonNullable<Turn['start']>
  since: string
  calls: readonly SeenCall[]
  earlier: readonly Weakened[]
  whose: 'lead' | 'agent'
}
