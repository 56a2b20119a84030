import type { Validator } from '../../policy/policy.ts'
import type { Bound } from './bind.ts'
import type { ValidatorOutcome } from './outcome.ts'
import type { ValidatorWorld } from './world.ts'

export type ValidatorOf<Kind extends Validator['kind']> = Extract<Validator, { kind: Kind }>

/** Runs a validator of one kind. `run` runs another validator on its behalf. */
export type RunKind<Kind extends Validator['kind']> = (
  validator: ValidatorOf<Kind>,
  bound: Bound,
  world: ValidatorWorld,
  run: (bound: Bound) => Promise<ValidatorOutcome>,
) => ValidatorOutcome | Promise<ValidatorOutcome>
