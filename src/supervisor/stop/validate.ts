import { bind, type ValidationRequest } from '../../claims/validators/bind.ts'
import { aboutIn } from '../../claims/validators/fingerprints.ts'
import { isNarrowed } from '../../claims/validators/narrowed.ts'
import type { ValidatorOutcome } from '../../claims/validators/outcome.ts'
import type { ValidatorWorld } from '../../claims/validators/world.ts'
import type { Draft, Entry } from '../../ledger/kinds.ts'
import type { Recorder } from '../../ledger/store.ts'
import type { Validation } from '../../session/state.ts'
import { validationIn } from '../../session/validation.ts'

/** `source` is the hash of the active policy. */
export type RuledWorld = { kind: 'world'; source: string; passes: Passes } & ValidatorWorld

/** Earlier passes, found by validator and fingerprint. */
export type Passes = {
  find(validator: string, fingerprint: string, counts: (pass: Entry) => boolean): Entry | null
  keep(validator: string, fingerprint: string, stream: string): void
}

/** Records a validator's outcome, and returns it as the ledger will return it. */
export function putOutcome(
  recorder: Recorder,
  stream: string,
  asked: ValidationRequest,
  outcome: ValidatorOutcome,
  world: RuledWorld | null,
): Validation {
  const artifacts = outcome.kept.map(({ name, bytes }) => recorder.keep(name, bytes))
  const draft = draftOf(asked, outcome, world)
  recorder.append(stream, [{ ...draft, artifacts }])
  const after = aboutIn(outcome.data)?.after ?? null
  if (world !== null && after !== null && outcome.kind === 'passed' && isLasting(asked, outcome.grade, world))
    world.passes.keep(asked.validator, after, stream)
  // The seq is not known yet: the entry may be in the spool.
  return validationIn({ seq: 0, at: '', body: draft.body }, outcome.kind)
}

/** True if a later turn may reuse the pass: only the project's own commands depend on nothing but the project. */
const isLasting = ({ validator, given }: ValidationRequest, grade: string, { policy }: ValidatorWorld): boolean =>
  grade === 'executed' &&
  'requiredRuns' in (policy.validators[validator] ?? {}) &&
  !isNarrowed(policy, validator, given, [])

function draftOf(asked: ValidationRequest, outcome: ValidatorOutcome, world: RuledWorld | null): Draft {
  const { claim, validator, given } = asked
  const { kind, sentence, data } = outcome
  const bound = world === null ? null : bind(world.policy, asked)
  return {
    kind: `validator.${kind}`,
    actor: 'validator',
    body: {
      claim,
      validator,
      // Arguments that were refused for their size are also too large to record.
      arguments: kind === 'refused' && JSON.stringify(given).length > MAX_REFUSED_CHARS ? {} : given,
      ...(bound?.kind === 'bound' && { numbers: { ...bound.numbers } }),
      policy: world?.source ?? null,
      ...(outcome.kind === 'passed' ? { grade: outcome.grade } : { code: outcome.code }),
      said: sentence,
      ...data,
    },
  }
}

const MAX_REFUSED_CHARS = 16_384
