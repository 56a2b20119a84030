import { z } from 'zod'
import { name, strict } from '../fields.ts'
import { unknownWord } from '../suggest.ts'
import { defineKind } from './kind.ts'

export const redGreen = defineKind({
  schema: strict({
    kind: z.literal('red_green'),
    of: name.describe('the validator that must have failed earlier in the turn and must pass now'),
  }).describe('the same check failed earlier in the turn and passes now'),
  // Bailiff runs the check itself, so it must have a command.
  check({ of }, { validators }, report) {
    const validator = Object.hasOwn(validators, of) ? validators[of] : undefined
    if (validator === undefined) report(['of'], unknownWord('validator', of, Object.keys(validators)))
    else if (!('required_runs' in validator))
      report(
        ['of'],
        `"${of}" does not run a command, so it cannot fail first and pass later. Name a validator that does.`,
      )
  },
  compile: ({ kind, of }) => ({ kind, of }),
  describe: ({ of }) => `${of} failed before and passes now`,
})
