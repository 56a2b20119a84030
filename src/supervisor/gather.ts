import { didOf, scopeOf } from '../claims/did.ts'
import type { Evidence } from '../claims/evidence.ts'
import type { Fingerprint } from '../claims/fingerprint/fingerprint.ts'
import { bindingOf, supportOf } from '../claims/support.ts'
import { type About, aboutIn, aboutOf } from '../claims/validators/about.ts'
import type { Asked } from '../claims/validators/asked.ts'
import { isChanged } from '../claims/validators/drivers/check.ts'
import { fail, type Outcome } from '../claims/validators/outcome.ts'
import { runValidator } from '../claims/validators/run.ts'
import { WorkspaceUnknown } from '../claims/validators/world.ts'
import { type Entry, isObject, type JsonObject } from '../ledger/kinds.ts'
import type { ClaimType, Demand, Policy } from '../policy/policy.ts'
import type { Gathered } from './gathered.ts'
import type { Recorder } from './recorder.ts'
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
    for (const { claim, demand, isSettled } of needsOf(claims, world, now)) {
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

/** A demand that nothing supports yet; settled once another of the same binding has passed, where one is enough. */
type Need = { claim: ClaimType; demand: Demand; isSettled(tried: ReadonlyMap<string, boolean>): boolean }

function needsOf(claims: readonly ClaimType[], world: RuledWorld, now: Fingerprint): Need[] {
  const { policy, turn } = world
  const evidence: Evidence = {
    validations: turn.validations,
    fingerprint: now.sha256,
    head: now.head,
    policy: world.source,
    scope: scopeOf(turn, policy),
    did: didOf(turn),
    waived: [],
  }
  return claims.flatMap((claim) => {
    const binding = bindingOf(claim, policy, evidence.scope)
    if (binding === null) return []
    const { match, demands } = binding
    const open = demands.filter((demand) => {
      const support = supportOf(claim, demand, policy, evidence)
      // What ran out of time on this very content would do so again.
      return support.kind === 'unsupported' && support.code !== 'VALIDATION_UNFINISHED'
    })
    if (match === 'any' && open.length < demands.length) return []
    const isSettled: Need['isSettled'] = (tried) =>
      match === 'any' && demands.some(({ validator }) => tried.get(validator) === true)
    // An argument that has to be given can only come from whoever makes the claim.
    return open.filter(({ given }) => given.length === 0).map((demand) => ({ claim, demand, isSettled }))
  })
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
  const asked: Asked = { claim, validator, given: numbersFor(validator, claims, world.policy) }
  const known = reusable(gathering, asked)
  if (known !== null) {
    recorder.append(stream, [{ kind: 'validator.passed', actor: 'validator', body: takenOver(known, claim) }])
    return { isPassed: true, about: null }
  }
  if (world.policy.onStop === 'off') return { isPassed: false, about: null }
  const outcome = world.signal.aborted ? unfinished(now) : await runInTime(asked, world, now)
  putOutcome(recorder, stream, asked, outcome, world)
  return { isPassed: outcome.kind === 'passed', about: aboutIn(outcome.data) }
}

async function runInTime(asked: Asked, world: RuledWorld, now: Fingerprint): Promise<Outcome> {
  const outcome = await runValidator(asked, world)
  return world.signal.aborted && outcome.kind === 'failed' ? unfinished(now, outcome) : outcome
}

const unfinished = (now: Fingerprint, outcome?: Outcome): Outcome =>
  fail(
    { code: 'VALIDATION_UNFINISHED', sentence: 'There was not enough time for it to end.' },
    { fingerprint: aboutOf(now, now), ...outcome?.data },
    outcome?.kept,
  )

/** The highest numbers that any of the claims asks for, so that one run serves them all. */
function numbersFor(validator: string, claims: readonly ClaimType[], { bindings }: Policy): JsonObject {
  const numbers: { [name: string]: number } = {}
  for (const { claim, demands } of bindings) {
    if (!claims.includes(claim)) continue
    for (const { minimum } of demands.filter((demand) => demand.validator === validator))
      for (const [name, least] of Object.entries(minimum)) numbers[name] = Math.max(numbers[name] ?? 0, least)
  }
  return numbers
}

/** A pass of a command on the same content, under the same policy, asked for as much, with what defines it unchanged. */
function reusable({ world, now }: Gathering, { validator, given }: Asked): Entry | null {
  const found = world.policy.validators[validator]
  if (found === undefined || !('requiredRuns' in found) || isChanged(found, world)) return null
  const entry = world.passes.find(validator, now.sha256)
  const numbers = isObject(entry?.body['numbers']) ? entry.body['numbers'] : {}
  const isEnough = Object.entries(given).every(([name, least]) => Number(numbers[name] ?? 0) >= Number(least))
  return isEnough ? entry : null
}

function takenOver({ stream, seq, body }: Entry, claim: ClaimType): JsonObject {
  const { validator, arguments: given = {}, numbers = {}, policy = null, grade = null, fingerprint = null } = body
  const said = 'It passed before, on the same content.'
  return {
    claim,
    validator: validator ?? '',
    arguments: given,
    numbers,
    policy,
    grade,
    said,
    words: body['words'] ?? [],
    fingerprint,
    reused: { stream, seq },
  }
}
