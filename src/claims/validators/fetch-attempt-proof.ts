import { argumentName } from './arguments.ts'
import type { RunKind } from './kind.ts'
import { fail, pass, refuse } from './outcome.ts'
import { shown } from './render.ts'
import { routeEnds } from './routes.ts'

/** Passes if enough different routes failed in this turn. With `target_keyword`, only calls that contain it count. */
export const fetchAttemptProof: RunKind<'fetch_attempt_proof'> = (
  { routes },
  { given: { target_keyword: keyword = null, ...rest }, numbers },
  { turn },
) => {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    return refuse('ARGUMENT_REFUSED', `This validator takes no argument "${argumentName(unknown)}".`)
  if (keyword !== null && (typeof keyword !== 'string' || keyword.trim().length < SHORTEST))
    return refuse('ARGUMENT_REFUSED', `Argument "target_keyword" must have at least ${SHORTEST} characters.`)
  const failed = routeEnds(routes, turn.calls, keyword).filter(({ failedAt }) => failedAt !== null)
  const wanted = numbers.distinct_routes_attempted
  const data = { routes: failed, wanted }
  const names = failed.map(({ route }) => route)
  const seen = `Different routes that were tried and failed in this turn: ${failed.length} of at least ${wanted}`
  const sentence = names.length === 0 ? `${seen}.` : `${seen} (${shown(names)}).`
  return failed.length < wanted ? fail({ code: 'NOT_ATTEMPTED', sentence }, data) : pass('reported', sentence, data)
}

/** Minimum length of a keyword: a shorter one would match almost every call. */
const SHORTEST = 3
