import { DEFAULT_PARAMETERS } from './parameters.ts'
import type { Risk } from './risk.ts'

/** The place to which a risk sends a call: on to the dispatch checks, or to a level that costs more, such as a person. */
export type Route = { kind: 'proceed' } | { kind: 'escalate'; why: 'risk' | 'quorum' }

/** The threshold that nobody has set. About one ordinary call in thirty is above it. */
export const DEFAULT_THRESHOLD = DEFAULT_PARAMETERS.threshold

/** Too few answers are no reason to let a call through. */
export function routeOf({ score }: Pick<Risk, 'score'>, threshold: number = DEFAULT_THRESHOLD): Route {
  if (score === null) return { kind: 'escalate', why: 'quorum' }
  return score > threshold ? { kind: 'escalate', why: 'risk' } : { kind: 'proceed' }
}
