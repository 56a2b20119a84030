import type { RunKind } from './kind.ts'
import { fail, pass, refuse } from './outcome.ts'
import { shown } from './render.ts'
import { routeEnds } from './routes.ts'

/** It was tried by so many different routes in this turn, and each failed. `target_keyword`: only calls that hold it count. */
export const fetchAttemptProof: RunKind<'fetch_attempt_proof'> = (
  { routes },
  { given: { target_keyword: keyword = null, ...rest }, numbers },
  { turn },
) => {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    return refuse('ARGUMENT_REFUSED', 'There is an argument that this validator does not know.')
  if (keyword !== null && (typeof keyword !== 'string' || keyword.trim().length < SHORTEST))
    return refuse('ARGUMENT_REFUSED', `Argument "target_keyword" has less than ${SHORTEST} characters.`)
  const failed = routeEnds(routes, turn.calls, keyword).filter(({ failedAt }) => failedAt !== null)
  const wanted = numbers.distinct_routes_attempted
  const data = { routes: failed, wanted }
  const names = failed.map(({ route }) => route)
  const seen = `${failed.length} of at least ${wanted} different routes were seen to be tried and to fail in this turn`
  const sentence = names.length === 0 ? `${seen}.` : `${seen}: ${shown(names)}.`
  return failed.length < wanted ? fail({ code: 'NOT_ATTEMPTED', sentence }, data) : pass('reported', sentence, data)
}

/** One letter is in every call. */
const SHORTEST = 3
