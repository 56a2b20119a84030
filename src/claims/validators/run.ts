import type { Asked } from './asked.ts'
import { bind } from './asked.ts'
import { check } from './drivers/check.ts'
import { type Outcome, refuse } from './outcome.ts'
import type { World } from './world.ts'

/** Holds the world against what was asked. Only what the approved policy binds to the claim is run. */
export async function runValidator(asked: Asked, world: World): Promise<Outcome> {
  const bound = bind(world.policy, asked)
  if (bound.kind === 'refused') return bound
  const { validator } = bound
  switch (validator.kind) {
    case 'command_zero_exit':
    case 'pytest_pass':
    case 'vitest_pass':
    case 'jest_pass':
    case 'node_test_pass':
    case 'go_test_pass':
    case 'cargo_test_pass':
    case 'junit_xml':
    case 'tap':
      return check(validator, bound, world)
    default:
      return refuse('NOT_BOUND', 'later')
  }
}
