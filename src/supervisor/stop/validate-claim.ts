import { FINDING_MESSAGES } from '../../claims/messages.ts'
import { bindingOf, type ClaimSupport, supportFor } from '../../claims/support.ts'
import type { SeenValidation } from '../../claims/turn.ts'
import { didOf, NO_PAST, scopeOf } from '../../claims/turn-effects.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { type Refused, refuse, type ValidatorOutcome } from '../../claims/validators/outcome.ts'
import { runValidator } from '../../claims/validators/run.ts'
import { WorkspaceUnknown } from '../../claims/validators/world.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { Recorder } from '../../ledger/store.ts'
import type { ClaimType } from '../../policy/policy.ts'
import { putOutcome, type RuledWorld } from './validate.ts'

/** A request for evidence for a claim: from one validator, or from all bound ones if `validator` is null. */
export type AskedClaim = { claim: ClaimType; validator: string | null; given: JsonObject }

/** The result of the named validator, or of the whole claim if none was named, with all its runs. */
export type Validated = {
  result: ValidatorOutcome['kind']
  /** The code of the worst outcome, or of the first gap in the support; `PASSED` if there is none. */
  code: string
  said: string
  runs: readonly ValidatorRun[]
}

export type ValidatorRun = { validator: string; outcome: ValidatorOutcome }

/** Recorded as the validator if no validator was named and none could be run. */
const ALL = '*'

/** Runs the validators that the policy binds to a claim, records each outcome, and summarises them. */
export async function validateClaim(
  recorder: Recorder,
  stream: string,
  asked: AskedClaim,
  world: RuledWorld | Refused,
): Promise<Validated> {
  const { claim, given } = asked
  const refuseAll = (refused: Refused): Validated => {
    const validator = asked.validator ?? ALL
    putOutcome(recorder, stream, { claim, validator, given }, refused, world.kind === 'world' ? world : null)
    return refusedClaim(asked, refused)
  }
  if (world.kind === 'refused') return refuseAll(world)
  const run = async (validator: string): Promise<ValidatorRun & { seen: SeenValidation }> => {
    const one: ValidationRequest = { claim, validator, given }
    const outcome = await runValidator(one, world)
    return { validator, outcome, seen: putOutcome(recorder, stream, one, outcome, world) }
  }
  if (asked.validator !== null) return ofOne(await run(asked.validator))
  const bound = boundTo(asked, world)
  if (bound.kind === 'refused') return refuseAll(bound)
  const runs: Awaited<ReturnType<typeof run>>[] = []
  for (const validator of bound.validators) {
    runs.push(await run(validator))
    if (world.signal.aborted || (bound.match === 'any' && runs.at(-1)?.outcome.kind === 'passed')) break
  }
  const seen = runs.map((one) => one.seen)
  return ofAll(claim, runs, await supportBy(claim, seen, world))
}

type BoundTo = { kind: 'bound'; match: 'all' | 'any'; validators: string[] }

/** The validators that the claim needs, given what the turn has changed. */
function boundTo({ claim, given }: AskedClaim, { policy, turn }: RuledWorld): BoundTo | Refused {
  const binding = bindingOf(claim, policy, scopeOf(turn, policy))
  if (binding === null) return refuse('NOT_BOUND', `The approved policy binds no validator to ${claim}.`)
  const validators = [...new Set(binding.demands.map(({ validator }) => validator))]
  if (validators.length > 1 && Object.keys(given).length > 0)
    return refuse(
      'ARGUMENT_REFUSED',
      `${validators.length} validators are bound to ${claim}; arguments can only be given to a single validator.`,
    )
  return { kind: 'bound', match: binding.match, validators }
}

/** The support that the gate would find if the turn ended now. */
async function supportBy(claim: ClaimType, seen: SeenValidation[], world: RuledWorld): Promise<ClaimSupport> {
  const { policy, source, turn } = world
  const now = await world.fingerprint().catch((error: unknown) => {
    if (error instanceof WorkspaceUnknown) return null
    throw error
  })
  return supportFor(claim, policy, {
    validations: [...turn.validations, ...seen],
    fingerprint: now?.sha256 ?? null,
    head: now?.head ?? null,
    policy: source,
    scope: scopeOf(turn, policy),
    did: didOf(turn),
    past: NO_PAST,
    waived: [],
    weakened: [],
  })
}

/** The result if nothing was run. A named validator gets the refusal as its outcome. */
export const refusedClaim = ({ validator }: AskedClaim, outcome: Refused): Validated => ({
  result: 'refused',
  code: outcome.code,
  said: outcome.sentence,
  runs: validator === null ? [] : [{ validator, outcome }],
})

function ofOne(run: ValidatorRun): Validated {
  const { kind, sentence } = run.outcome
  return { result: kind, code: codeOf(run.outcome), said: sentence, runs: [run] }
}

const codeOf = (outcome: ValidatorOutcome): string => (outcome.kind === 'passed' ? 'PASSED' : outcome.code)

function ofAll(claim: ClaimType, all: readonly ValidatorRun[], support: ClaimSupport): Validated {
  const runs = all.map(({ validator, outcome }) => ({ validator, outcome }))
  if (support.kind === 'supported')
    return { result: 'passed', code: 'PASSED', said: `The claim ${claim} is supported.`, runs }
  const missed = runs.map(({ outcome }) => outcome).filter(({ kind }) => kind !== 'passed')
  const worst = missed.find(({ kind }) => kind === 'failed') ?? missed[0]
  const gap = FINDING_MESSAGES[support.first.code].replace('%', `"${support.first.validator}"`)
  return {
    result: worst?.kind === 'refused' ? 'refused' : 'failed',
    code: worst === undefined ? support.first.code : codeOf(worst),
    said: `The claim ${claim} is not supported. ${gap}`,
    runs,
  }
}
