import type { ClaimFinding, Note } from '../claims/finding.ts'
import type { Weakened } from '../claims/weakened.ts'
import type { TurnVerdict } from '../session/state.ts'
import type { PullRequest } from './pull-request.ts'
import type { By, Held } from './ruling.ts'

/** A claim in a pull request. `commit` is null if its title or body makes it. */
export type CiClaim = {
  type: string
  quote: string
  commit: string | null
  state: 'earned' | 'not earned' | 'warning' | 'hedged' | 'needs no evidence'
}

/** The result of a check. `tests` are null if it counts none. */
export type CiCheck = {
  validator: string
  result: 'passed' | 'failed' | 'refused'
  code: string | null
  said: string
  seconds: number
  tests: { passed: number; failed: number; skipped: number } | null
}

/** How a pull request was judged. */
export type CiResult = {
  verdict: TurnVerdict
  /** The reasons why it is held, whatever its checks say. */
  held: Held[]
  pullRequest: PullRequest
  /** The policy that judged it; null if none did. */
  policy: { by: By; sha256: string } | null
  /** Names the definitions of the checks in the head. */
  checksSha256: string | null
  claims: CiClaim[]
  findings: ClaimFinding[]
  notes: Note[]
  checks: CiCheck[]
  weakened: Weakened[]
  /** Weakened tests that a reviewer accepted. */
  accepted: Weakened[]
  /** Files that were there when the checks ran, but are in no commit. */
  untracked: string[]
  stream: string
  home: string
}
