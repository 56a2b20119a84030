import type { ClaimType } from '../policy/policy.ts'
import type { Act } from './extract/claim.ts'
import type { SeenValidation } from './turn.ts'
import type { Weakened } from './weakened.ts'

/** Everything known at the end of a turn, besides the agent's own message. */
export type Evidence = {
  /** This turn's validator results, newest last. Includes earlier passes that are reused because the content is the same. */
  validations: readonly SeenValidation[]
  /** The current fingerprint and commit; null if they could not be determined or were not needed. */
  fingerprint: string | null
  head: string | null
  /** The hash of the active policy; null for the built-in one. */
  policy: string | null
  /** The scope that contains all of this turn's changes; null if no single scope does. */
  scope: string | null
  did: Did
  /** Read only if the turn itself did nothing. */
  past: () => Past
  /** Claims that a person waived in this turn. */
  waived: readonly ClaimType[]
  /** Tests that vanished or were disabled in this turn or an earlier one of the session, and that no person has accepted. */
  weakened: readonly Weakened[]
  /** Validators that are still running on this content, in the background. */
  running?: readonly string[]
}

/**
 * A turn's effects according to the ledger: it changed files, deployed something, or acted at all, by a change or by a call
 * that does more than read and did not fail. `undone`: it wrote files of the project, but none of them differs now.
 */
export type Did = {
  changed: boolean
  deployed: boolean
  acted: boolean
  undone: boolean
  /** It acted, but wrote no file, and the content of the files is as it was or comes from elsewhere, such as a checkout. */
  untouched: boolean
  made: (act: Act) => boolean
}

/**
 * Effects before this turn: in the whole session, and since the work that the turn is about was asked for. `unproven`: some
 * work of the session was never earned.
 */
export type Past = { changed: boolean; acted: boolean; unproven: boolean; made: (act: Act) => boolean }
