import type { SeenCall } from '../../claims/turn.ts'
import type { Weakened } from '../../claims/weakened.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'

/**
 * The files that a turn changed; `paths` lists as many as fit in an entry. `weakened` are the tests that it removed or
 * disabled, and those of earlier turns that are still missing.
 */
export type Changed = { paths: string[]; total: number; weakened: Weakened[] }

/** `start` is the hash of the stored content that the turn started with; `earlier` are tests that earlier turns weakened. */
export type AskedChanges = {
  active: ActivePolicy
  start: string
  calls: readonly SeenCall[]
  earlier: readonly Weakened[]
}
