import { refuseArguments } from './bind.ts'
import type { RunKind } from './kind.ts'
import { fail, pass } from './outcome.ts'
import { shown } from './render.ts'
import { routeEnds } from './routes.ts'

/** Passes if every rung of the contract's ladder was tried and failed in this turn. */
export const ladderExhaustionProof: RunKind<'ladder_exhaustion_proof'> = (_, bound, { policy, turn }) => {
  const refused = refuseArguments(bound)
  if (refused !== null) return refused
  const ends = routeEnds(policy.contract.ladder, turn.calls, null)
  const open = ends.filter(({ failedAt }) => failedAt === null).map(({ route }) => route)
  const data = { routes: ends }
  // An empty ladder cannot be exhausted.
  if (open.length === 0 && ends.length > 0)
    return pass('reported', `All ${ends.length} rungs were tried and failed in this turn.`, data)
  const sentence = `Rungs that were not tried or did not fail in this turn: ${shown(open)}.`
  return fail({ code: 'NOT_ATTEMPTED', sentence }, data)
}
