import type { Call } from '../trust/call.ts'
import type { Seen } from '../trust/learning/seen.ts'
import type { Risk } from '../trust/risk.ts'
import type { Route } from '../trust/route.ts'

/** The risk scorers, passed in by the program that starts the supervisor. */
export type Trust = {
  /** Scores a call in a project; null if the project is unknown. Never throws: a scorer that fails is left out. */
  score(call: Call, project: string | null): Scored
  /** Learns from a turn's calls and from outcomes. What is already known changes nothing. */
  learn(project: string, seen: Seen): void
  /** Brings what the project has learnt and counted up to date. */
  refresh(project: string): void
}

export type Scored = {
  risk: Risk
  route: Route
  /** The answer to a risky call if the policy gives none. */
  answer: 'flag' | 'ask'
  threshold: number
  /** The pack that was used; null if it could not be loaded. */
  pack: string | null
  /** The last entry of the project's trust stream that was known. */
  learnt: number
}
