import type { Asked } from '../claims/validators/asked.ts'
import type { Outcome, Refused } from '../claims/validators/outcome.ts'
import { runValidator } from '../claims/validators/run.ts'
import type { World } from '../claims/validators/world.ts'
import type { Draft } from '../ledger/kinds.ts'
import type { Recorder } from './recorder.ts'

/** `source` is the hash of the policy that rules. */
export type RuledWorld = { kind: 'world'; source: string } & World

/** Runs a validator for a session, where there is a world to run it in, and puts what it said on record there. */
export async function validate(
  recorder: Recorder,
  stream: string,
  asked: Asked,
  world: RuledWorld | Refused,
): Promise<Outcome> {
  const outcome = world.kind === 'refused' ? world : await runValidator(asked, world)
  const artifacts = outcome.kept.map(({ name, bytes }) => recorder.keep(name, bytes))
  const draft = draftOf(asked, outcome, world.kind === 'refused' ? null : world.source)
  recorder.append(stream, [{ ...draft, artifacts }])
  return outcome
}

function draftOf({ claim, validator, given }: Asked, outcome: Outcome, source: string | null): Draft {
  const { kind, sentence, data } = outcome
  return {
    kind: `validator.${kind}`,
    actor: 'validator',
    body: {
      claim,
      validator,
      // What is too much to be run with is too much to be kept.
      arguments: kind === 'refused' && JSON.stringify(given).length > MAX_REFUSED_CHARS ? {} : given,
      policy: source,
      ...(outcome.kind === 'passed' ? { grade: outcome.grade } : { code: outcome.code }),
      said: sentence,
      ...data,
    },
  }
}

const MAX_REFUSED_CHARS = 16_384
