import type { Validator } from '../../policy/policy.ts'
import { type Bound, bind, type ValidationRequest } from './bind.ts'
import { check } from './drivers/check.ts'
import { gitPushed } from './drivers/git-pushed.ts'
import { http2xx } from './drivers/http-2xx.ts'
import { fetchAttemptProof } from './fetch-attempt-proof.ts'
import { fileDiffPresent } from './file-diff-present.ts'
import { aboutIn, aboutOf } from './fingerprints.ts'
import type { RunValidator } from './judge-attempt.ts'
import type { RunKind } from './kind.ts'
import { ladderExhaustionProof } from './ladder-exhaustion-proof.ts'
import { observedCommand } from './observed-command.ts'
import { fail, type ValidatorOutcome } from './outcome.ts'
import { redGreen } from './red-green.ts'
import { sinceStart } from './since-start.ts'
import { type ValidatorWorld, WorkspaceUnknown } from './world.ts'

/** Runs a validator for a claim, if the approved policy binds it to that claim. */
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

/** Kinds that run no command; those that do share `check`. A missing kind is a compile error. */
const KINDS: { readonly [kind in OtherKind]: RunKind<kind> } = {
  observed_command: ofTurn(observedCommand),
  file_diff_present: ofTurn(fileDiffPresent),
  git_pushed: gitPushed,
  http_2xx: http2xx,
  red_green: redGreen,
  fetch_attempt_proof: ofTurn(fetchAttemptProof),
  ladder_exhaustion_proof: ofTurn(ladderExhaustionProof),
}
type OtherKind = Exclude<Validator, RunValidator>['kind']

async function runBound(bound: Bound, world: ValidatorWorld): Promise<ValidatorOutcome> {
  const { validator } = bound
  if ('requiredRuns' in validator) return withSinceStart(await check(validator, bound, world), world)
  const run = KINDS[validator.kind] as RunKind<OtherKind>
  return run(validator, bound, world, (other) => runBound(other, world))
}

/** Adds the files that differ from the turn's start, where a `red_green` validator may ask for them later. */
async function withSinceStart(outcome: ValidatorOutcome, world: ValidatorWorld): Promise<ValidatorOutcome> {
  const isAsked = Object.values(world.policy.validators).some(({ kind }) => kind === 'red_green')
  const about = aboutIn(outcome.data)
  const start = isAsked && about !== null && !world.signal.aborted ? (world.start?.load() ?? null) : null
  if (start === null) return outcome
  const now = await world.fingerprint()
  const since = now.sha256 === about?.after ? sinceStart(start, now) : null
  return since === null ? outcome : { ...outcome, data: { ...outcome.data, sinceStart: since } }
}

/** Wraps a kind that only reads the turn: adds the workspace fingerprint that the outcome is about. */
function ofTurn<Kind extends OtherKind>(run: RunKind<Kind>): RunKind<Kind> {
  return async (validator, bound, world, other) => {
    const outcome = await run(validator, bound, world, other)
    if (outcome.kind === 'refused') return outcome
    const now = await world.fingerprint()
    return { ...outcome, data: { ...outcome.data, fingerprint: aboutOf(now, now) } }
  }
}
