import type { Route } from '../../policy/policy.ts'
import type { TurnRecord } from '../turn.ts'
import { fail, pass, type ValidatorOutcome } from './outcome.ts'
import { shown } from './render.ts'
import { routeEnds } from './routes.ts'

/** Every rung of the contract's ladder was tried in this turn, and failed. */
export function ladderExhaustionProof(ladder: readonly Route[], { calls }: TurnRecord): ValidatorOutcome {
  const ends = routeEnds(ladder, calls, null)
  const open = ends.filter(({ failedAt }) => failedAt === null).map(({ route }) => route)
  const data = { routes: ends }
  // A ladder without rungs is exhausted by nobody.
  if (open.length === 0 && ends.length > 0)
    return pass('reported', `All ${ends.length} rungs were seen to be tried and to fail in this turn.`, data)
  const sentence = `Rungs that were not seen to be tried and to fail in this turn: ${shown(open)}.`
  return fail({ code: 'NOT_ATTEMPTED', sentence }, data)
}
