import { aboutIn } from '../claims/validators/about.ts'
import { type Asked, bind } from '../claims/validators/asked.ts'
import type { Outcome, Refused } from '../claims/validators/outcome.ts'
import { runValidator } from '../claims/validators/run.ts'
import type { World } from '../claims/validators/world.ts'
import type { Draft, Entry } from '../ledger/kinds.ts'
import type { Recorder } from './recorder.ts'

/** `source` is the hash of the policy that rules. */
export type RuledWorld = { kind: 'world'; source: string; passes: Passes } & World

/** Passes that were seen before, found by what they speak about. */
type Passes = {
  find(validator: string, fingerprint: string): Entry | null
  keep(validator: string, fingerprint: string, stream: string): void
}

/** Runs a validator for a session, where there is a world to run it in, and puts what it said on record there. */
export async function validate(
  recorder: Recorder,
  stream: string,
  asked: Asked,
  world: RuledWorld | Refused,
): Promise<Outcome> {
  const outcome = world.kind === 'refused' ? world : await runValidator(asked, world)
  putOutcome(recorder, stream, asked, outcome, world.kind === 'refused' ? null : world)
  return outcome
}

/** Puts what a validator said on record. */
export function putOutcome(
  recorder: Recorder,
  stream: string,
  asked: Asked,
  outcome: Outcome,
  world: RuledWorld | null,
): void {
  const artifacts = outcome.kept.map(({ name, bytes }) => recorder.keep(name, bytes))
  recorder.append(stream, [{ ...draftOf(asked, outcome, world), artifacts }])
  const after = aboutIn(outcome.data)?.after ?? null
  if (world !== null && after !== null && outcome.kind === 'passed' && isLasting(asked, outcome.grade, world))
    world.passes.keep(asked.validator, after, stream)
}

/** Only what a command of the project shows depends on nothing but the project. */
const isLasting = ({ validator }: Asked, grade: string, { policy }: World): boolean =>
  grade === 'executed' && 'requiredRuns' in (policy.validators[validator] ?? {})

function draftOf(asked: Asked, outcome: Outcome, world: RuledWorld | null): Draft {
  const { claim, validator, given } = asked
  const { kind, sentence, data } = outcome
  const bound = world === null ? null : bind(world.policy, asked)
  return {
    kind: `validator.${kind}`,
    actor: 'validator',
    body: {
      claim,
      validator,
      // What is too much to be run with is too much to be kept.
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
