import { z } from 'zod'
import { binding } from './bindings.ts'
import { dispatch } from './dispatch-shape.ts'
import { glob, globs, named, pins, seconds, strict } from './fields.ts'
import { route } from './kinds/route.ts'
import { CLAIM_TYPES, MODE_SUBJECTS, MODES } from './policy.ts'
import { validator } from './validators.ts'

/** The fields of `.bailiff/policy.yaml`. */

const mode = z.enum(MODES)

const each = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  strict(Object.fromEntries(keys.map((key) => [key, value])) as { [key in Key]: Value })

/** Also the whole content of `.bailiff/contract.yaml`. */
export const contractShape = strict({
  keywords: z
    .array(z.string().min(2).max(100))
    .max(100)
    .describe('words of the objective; a command that proves it must share one')
    .default([]),
  ladder: z.array(route).max(50).describe('the ways to try, in order, before something counts as blocked').default([]),
})

const retention = strict({
  max_age_days: z.int().min(1).max(3650).describe('evidence older than this may go').default(30),
  max_size_gb: z.int().min(1).max(1000).describe('past this size the oldest evidence may go').default(2),
})

export const policyShape = strict({
  version: z.literal(1).describe('the version of this format'),
  validators: named(validator)
    .describe('what tests the world, by name; short: a command that must end with 0')
    .default({}),
  bindings: each(CLAIM_TYPES, binding.exactOptional())
    .describe('which validators support which claim: a name, a list (all must pass), or any:, all:, scopes:')
    .default({}),
  modes: each(MODE_SUBJECTS, mode.exactOptional())
    .describe(
      'off, warn or block; done, fixed, shipped and tests_pass block once they are bound, everything else warns',
    )
    .default({}),
  scopes: named(globs).describe('parts of the project, as globs; ! in front takes away').default({}),
  pins: pins
    .describe('files, or values as file#/json/pointer, that define the checks: a change to one needs approval')
    .default([]),
  outputs: z.array(glob).max(200).describe('what checks may write').default([]),
  block_budget: z
    .int()
    .min(1)
    .max(20)
    .describe('how often a turn is held back before it is let go as capped')
    .default(3),
  on_stop: z
    .enum(['run', 'off'])
    .describe('whether the gate runs bound validators itself when the agent stops')
    .default('run'),
  on_stop_seconds: seconds
    .max(600)
    .describe('how long it may take for that; hosts wait no longer than 170')
    .default(120),
  accept_reported: z
    .boolean()
    .describe('whether what a host reported counts like what the harness ran itself')
    .default(false),
  baseline: z
    .enum(['none', 'no_worse'])
    .describe('no_worse: tests that failed when the turn began may still fail')
    .default('none'),
  contract: contractShape.describe('what the work is about').prefault({}),
  dispatch: dispatch.describe('the checks of single tool calls').prefault({}),
  retention: retention.describe('how much evidence is kept, and for how long').prefault({}),
})

/** A parsed policy file, with all defaults filled in and all short forms expanded. */
export type PolicySource = z.output<typeof policyShape>
