import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import { needsOf, numbersFor } from '../../claims/needs.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { type About, aboutIn, aboutOf } from '../../claims/validators/fingerprints.ts'
import { fail, type ValidatorOutcome } from '../../claims/validators/outcome.ts'
import { runValidator } from '../../claims/validators/run.ts'
import { WorkspaceUnknown } from '../../claims/validators/world.ts'
import type { ClaimType, Demand } from '../../policy/policy.ts'
import type { Recorder } from '../world.ts'
import type { Gathered } from './gathered.ts'
import { changedCheck, isChanged, passToReuse } from './reuse.ts'
import { putOutcome, type RuledWorld } from './validate.ts'

/** Evidence for claims at the end of a turn: passes on the same content are taken over, and what is missing is run. */

export async function gather(
  recorder: Recorder,
  stream: string,
  claims: readonly ClaimType[],
  world: RuledWorld,
): Promise<Gathered> {
  try {
    const now = await world.fingerprint()
    const tried = new Map<string, boolean>()
    // What ran last has looked last.
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

/** How a demand went; `about` is what was looked at last, where anything was. */
type Earned = { isPassed: boolean; about: About | null }

/** Takes over a pass on this content that is on record; otherwise runs the validator, where the gate may. */
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
    { code: 'VALIDATION_UNFINISHED', sentence: 'There was not enough time for it to end.' },
    { fingerprint: aboutOf(now, now), ...outcome?.data },
    outcome?.kept,
  )
