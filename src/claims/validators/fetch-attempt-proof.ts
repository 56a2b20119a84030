import type { Validator } from '../../policy/policy.ts'
import type { TurnRecord } from '../turn.ts'
import type { Bound } from './bind.ts'
import { fail, pass, refuse, type ValidatorOutcome } from './outcome.ts'
import { shown } from './render.ts'
import { routeEnds } from './routes.ts'

type FetchAttemptProof = Extract<Validator, { kind: 'fetch_attempt_proof' }>

/** It was tried by so many different routes in this turn, and each failed. `target_keyword`: only calls that hold it count. */
export function fetchAttemptProof(
  { routes }: FetchAttemptProof,
  { given: { target_keyword: keyword = null, ...rest }, numbers }: Bound,
  { calls }: TurnRecord,
): ValidatorOutcome {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    return refuse('ARGUMENT_REFUSED', 'There is an argument that this validator does not know.')
  if (keyword !== null && (typeof keyword !== 'string' || keyword.trim().length < SHORTEST))
    return refuse('ARGUMENT_REFUSED', `Argument "target_keyword" has less than ${SHORTEST} characters.`)
  const failed = routeEnds(routes, calls, keyword).filter(({ failedAt }) => failedAt !== null)
  const wanted = numbers.distinct_routes_attempted
  const data = { routes: failed, wanted }
  const names = failed.map(({ route }) => route)
  const seen = `${failed.length} of at least ${wanted} different routes were seen to be tried and to fail in this turn`
  const sentence = names.length === 0 ? `${seen}.` : `${seen}: ${shown(names)}.`
  return failed.length < wanted ? fail({ code: 'NOT_ATTEMPTED', sentence }, data) : pass('reported', sentence, data)
}

/** One letter is in every call. */
const SHORTEST = 3
