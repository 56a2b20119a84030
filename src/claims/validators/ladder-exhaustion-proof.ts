import { refuseArguments } from './bind.ts'
import type { RunKind } from './kind.ts'
import { fail, pass } from './outcome.ts'
import { shown } from './render.ts'
import { routeEnds } from './routes.ts'

/** Every rung of the contract's ladder was tried in this turn, and failed. */
export const ladderExhaustionProof: RunKind<'ladder_exhaustion_proof'> = (_, bound, { policy, turn }) => {
  const refused = refuseArguments(bound)
  if (refused !== null) return refused
  const ends = routeEnds(policy.contract.ladder, turn.calls, null)
  const open = ends.filter(({ failedAt }) => failedAt === null).map(({ route }) => route)
  const data = { routes: ends }
  // A ladder without rungs is exhausted by nobody.
  if (open.length === 0 && ends.length > 0)
    return pass('reported', `All ${ends.length} rungs were seen to be tried and to fail in this turn.`, data)
  const sentence = `Rungs that were not seen to be tried and to fail in this turn: ${shown(open)}.`
  return fail({ code: 'NOT_ATTEMPTED', sentence }, data)
}
