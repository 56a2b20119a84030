import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import { needsOf, numbersFor } from '../../claims/needs.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { type About, aboutIn, aboutOf } from '../../claims/validators/fingerprints.ts'
import { fail, type ValidatorOutcome } from '../../claims/validators/outcome.ts'
import { runValidator } from '../../claims/validators/run.ts'
import { WorkspaceUnknown } from '../../claims/validators/world.ts'
import type { Recorder } from '../../ledger/store.ts'
import type { ClaimType, Demand } from '../../policy/policy.ts'
import type { Gathered } from './gathered.ts'
import { changedCheck, isChanged, passToReuse } from './passes-to-reuse.ts'
import { putOutcome, type RuledWorld } from './validate.ts'

/** Gathers evidence at the end of a turn: reuses passes on the same content and runs the validators still missing. */

export async function gather(
  recorder: Recorder,
  stream: string,
  claims: readonly ClaimType[],
  world: RuledWorld,
): Promise<Gathered> {
  try {
    const now = await world.fingerprint()
    const tried = new Map<string, boolean>()
    // The validator that ran last saw the newest content.
    let last: About = aboutOf(now, now)
    for (const { claim, demand, isSettled } of needsOf(claims, world, now, isChanged(world))) {
      if (isSettled(tried) || tried.has(demand.validator)) continue
      const earned = await earn({ recorder, stream, claims, world, now }, claim, demand)
      tried.set(demand.validator, earned.isPassed)
      last = earned.about ?? last
    }
    return { fingerprint: last.after, head: last.head, said: null }
  } catch (error) {
    if (!(error instanceof WorkspaceUnknown)) throw error
    return { fingerprint: null, head: null, said: error.message }
  }
}

type Gathering = {
  recorder: Recorder
  stream: string
  claims: readonly ClaimType[]
  world: RuledWorld
  now: Fingerprint
}

/** The result of a demand; `about` is the content its validator saw, null if none ran. */
type Earned = { isPassed: boolean; about: About | null }

/** Reuses a recorded pass on this content. Otherwise runs the validator, if the policy lets the gate run validators. */
async function earn(gathering: Gathering, claim: ClaimType, { validator }: Demand): Promise<Earned> {
  const { recorder, stream, world, claims, now } = gathering
  const asked: ValidationRequest = { claim, validator, given: numbersFor(validator, claims, world.policy) }
  const known = passToReuse(asked, world, now)
  if (known !== null) {
    recorder.append(stream, [known])
    return { isPassed: true, about: null }
  }
  const changed = changedCheck(validator, world)
  if (changed !== null) {
    putOutcome(recorder, stream, asked, changed, world)
    return { isPassed: false, about: null }
  }
  if (world.policy.onStop === 'off') return { isPassed: false, about: null }
  const outcome = world.signal.aborted ? unfinished(now) : await runInTime(asked, world, now)
  putOutcome(recorder, stream, asked, outcome, world)
  return { isPassed: outcome.kind === 'passed', about: aboutIn(outcome.data) }
}

async function runInTime(asked: ValidationRequest, world: RuledWorld, now: Fingerprint): Promise<ValidatorOutcome> {
  const outcome = await runValidator(asked, world)
  return world.signal.aborted && outcome.kind === 'failed' ? unfinished(now, outcome) : outcome
}

const unfinished = (now: Fingerprint, outcome?: ValidatorOutcome): ValidatorOutcome =>
  fail(
    { code: 'VALIDATION_UNFINISHED', sentence: 'It did not finish within the time limit.' },
    { fingerprint: aboutOf(now, now), ...outcome?.data },
    outcome?.kept,
  )
