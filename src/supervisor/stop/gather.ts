import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import { needsOf, numbersFor } from '../../claims/needs.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { type About, aboutIn, aboutOf } from '../../claims/validators/fingerprints.ts'
import { fail, type ValidatorOutcome } from '../../claims/validators/outcome.ts'
import { runValidator } from '../../claims/validators/run.ts'
import { WorkspaceUnknown } from '../../claims/validators/world.ts'
import type { Recorder } from '../../ledger/store.ts'
import type { ClaimType, Demand } from '../../policy/policy.ts'
import type { Checking } from '../../session/state.ts'
import { failureToReuse } from './failures-to-reuse.ts'
import type { Gathered } from './gathered.ts'
import { changedCheck, isChanged, passToReuse } from './passes-to-reuse.ts'
import { putOutcome, type RuledWorld } from './validate.ts'

/** Gathers evidence at the end of a turn: reuses passes on the same content and runs the validators still missing. */

/** The checks that run in the background, in this process or in another. */
export type Background = {
  /** Called before a check runs. Returns the checks of an earlier stop that are still running on this content. */
  begin(now: Fingerprint, left: readonly string[]): Promise<Checking | null>
  /** Called when a check has ended. Throws `CheckInterrupted` if its result must not count. */
  ended(): 'in time' | 'in the background'
}

export async function gather(
  recorder: Recorder,
  stream: string,
  claims: readonly ClaimType[],
  world: RuledWorld,
  background: Background,
): Promise<Gathered> {
  try {
    const now = await world.fingerprint()
    const tried = new Map<string, boolean>()
    // The validator that ran last saw the newest content.
    let last: About = aboutOf(now, now)
    const needs = needsOf(claims, world, now, isChanged(world))
    for (const [i, { claim, demand, isSettled }] of needs.entries()) {
      if (isSettled(tried) || tried.has(demand.validator)) continue
      const left = [...new Set(needs.slice(i).map((need) => need.demand.validator))].filter((one) => !tried.has(one))
      const earned = await earn({ recorder, stream, claims, world, now, left, background }, claim, demand)
      if (earned.kind === 'running')
        return { fingerprint: now.sha256, head: now.head, said: null, checking: earned.checking }
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
  left: readonly string[]
  background: Background
}

/** The result of a demand; `about` is the content its validator saw, null if none ran. */
type Earned = { kind: 'tried'; isPassed: boolean; about: About | null } | { kind: 'running'; checking: Checking }

const missed: Earned = { kind: 'tried', isPassed: false, about: null }

/** Reuses a recorded result on this content. Otherwise runs the validator, if the policy lets the gate run validators. */
async function earn(gathering: Gathering, claim: ClaimType, { validator }: Demand): Promise<Earned> {
  const { recorder, stream, world, claims, now, left, background } = gathering
  const asked: ValidationRequest = { claim, validator, given: numbersFor(validator, claims, world.policy) }
  const known = passToReuse(asked, world, now)
  if (known !== null) {
    recorder.append(stream, [known])
    return { kind: 'tried', isPassed: true, about: null }
  }
  const changed = changedCheck(validator, world)
  if (changed !== null) {
    putOutcome(recorder, stream, asked, changed, world)
    return missed
  }
  if (world.policy.onStop === 'off') return missed
  const failed = failureToReuse(asked, stream, world, now)
  if (failed !== null) {
    recorder.append(stream, failed)
    return missed
  }
  const checking = world.signal.aborted ? null : await background.begin(now, left)
  if (checking !== null) return { kind: 'running', checking }
  const outcome = world.signal.aborted ? unfinished(now) : await runInTime(asked, world, now)
  const about = aboutIn(outcome.data)
  const isLate = background.ended() === 'in the background' && about?.before === about?.after
  putOutcome(recorder, stream, asked, isLate ? { ...outcome, data: { ...outcome.data, late: true } } : outcome, world)
  return { kind: 'tried', isPassed: outcome.kind === 'passed', about }
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
