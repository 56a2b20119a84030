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
  /** Computed on demand: it reads earlier turns. */
  past: () => Past
  /** Claims that a person waived in this turn. */
  waived: readonly ClaimType[]
  /** Tests that were removed or disabled in this turn or an earlier one on the branch, and that no person has accepted. */
  weakened: readonly Weakened[]
  /** Those of them that this turn removed or disabled; absent if it did not. */
  lost?: readonly Weakened[]
  /** Validators that are still running on this content, in the background. */
  running?: readonly string[]
}

/** A turn's effects according to the ledger. */
export type Did = {
  /** It changed files, or may have. */
  changed: boolean
  /** It changed files for sure: they differ from the turn's start or, if that is unknown, a call named them. */
  worked: boolean
  deployed: boolean
  /** It changed files, or made a call that does more than look and run tests and is not known to have failed. */
  acted: boolean
  /** It made a call that does more than look, if only to run tests; or somebody changed files meanwhile. */
  ran: boolean
  /** It wrote files of the project, but none of them differs now. */
  undone: boolean
  /** It acted, but wrote no file: the files are as they were, or their content comes from elsewhere, such as a checkout. */
  untouched: boolean
  /** True if a recorded call shows the act. */
  made: (act: Act) => boolean
}

/**
 * Effects before this turn: in the whole session, and since the work that the turn is about was asked for. `unproven`: a turn
 * changed files, and no claim about that work was earned.
 */
export type Past = { changed: boolean; acted: boolean; unproven: boolean; made: (act: Act) => boolean }
