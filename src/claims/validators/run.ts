import type { Policy } from '../../policy/policy.ts'
import { type Bound, bind, type ValidationRequest } from './bind.ts'
import { check } from './drivers/check.ts'
import { http2xx } from './drivers/http.ts'
import { gitPushed } from './drivers/pushed.ts'
import { fetchAttemptProof } from './fetch-attempt-proof.ts'
import { fileDiffPresent } from './file-diff-present.ts'
import { aboutOf } from './fingerprints.ts'
import { ladderExhaustionProof } from './ladder-exhaustion-proof.ts'
import { observedCommand } from './observed-command.ts'
import { fail, refuse, type ValidatorOutcome } from './outcome.ts'
import { redGreen } from './red-green.ts'
import { type ValidatorWorld, WorkspaceUnknown } from './world.ts'

/** Holds the world against what was asked. Only what the approved policy binds to the claim is run. */
export async function runValidator(asked: ValidationRequest, world: ValidatorWorld): Promise<ValidatorOutcome> {
  const bound = bind(world.policy, asked)
  if (bound.kind === 'refused') return bound
  try {
    return await runBound(bound, world)
  } catch (error) {
    if (!(error instanceof WorkspaceUnknown)) throw error
    return fail({ code: 'WORKSPACE_UNKNOWN', sentence: error.message })
  }
}

async function runBound(bound: Bound, world: ValidatorWorld): Promise<ValidatorOutcome> {
  const { validator, given } = bound
  const { turn, policy } = world
  if ('requiredRuns' in validator) return check(validator, bound, world)
  switch (validator.kind) {
    case 'red_green': {
      const green = await runBound(greenHalf(policy, validator.of, bound), world)
      return green.kind === 'passed' ? redGreen(green, turn) : green
    }
    case 'git_pushed':
      return gitPushed(validator, bound, world)
    case 'http_2xx':
      return http2xx(validator, bound, world)
    case 'observed_command':
      return seenNow(observedCommand(validator, bound, turn, policy.contract.keywords), world)
    case 'fetch_attempt_proof':
      return seenNow(fetchAttemptProof(validator, bound, turn), world)
    case 'file_diff_present':
      return unasked(given) ?? seenNow(fileDiffPresent(validator, turn), world)
    case 'ladder_exhaustion_proof':
      return unasked(given) ?? seenNow(ladderExhaustionProof(policy.contract.ladder, turn), world)
  }
}

/** The check that passes now, with its own numbers. */
function greenHalf(policy: Policy, of: string, { given }: Bound): Bound {
  const validator = policy.validators[of]
  // The schema has seen to it that the name leads to a check that runs.
  if (validator === undefined || !('requiredRuns' in validator)) throw new Error(`No check "${of}" can be run.`)
  const least = { required_runs: validator.requiredRuns, min_tests: 'minTests' in validator ? validator.minTests : 1 }
  return { kind: 'bound', validator, numbers: { ...least, distinct_routes_attempted: 1 }, given }
}

const unasked = (given: Bound['given']): ValidatorOutcome | null =>
  Object.keys(given).length === 0 ? null : refuse('ARGUMENT_REFUSED', 'This validator takes no arguments.')

/** What rests on the ledger says all the same which workspace it was said about. */
async function seenNow(outcome: ValidatorOutcome, world: ValidatorWorld): Promise<ValidatorOutcome> {
  if (outcome.kind === 'refused') return outcome
  const now = await world.fingerprint()
  return { ...outcome, data: { ...outcome.data, fingerprint: aboutOf(now, now) } }
}
