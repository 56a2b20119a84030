import type { Checking } from '../../session/state.ts'

/** The workspace after evidence was gathered. If it could not be fingerprinted, both hashes are null and `said` says why. */
export type Gathered = {
  fingerprint: string | null
  head: string | null
  said: string | null
  /** The validators that did not finish in time and continue in the background. */
  checking?: Checking
}
