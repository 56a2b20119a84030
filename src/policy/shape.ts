import { z } from 'zod'
import { binding } from './bindings.ts'
import { dispatch } from './dispatch-shape.ts'
import { glob, globs, named, pins, seconds, strict } from './fields.ts'
import { route } from './kinds/route.ts'
import { modelReader } from './model-reader.ts'
import { CLAIM_TYPES, MODES } from './policy.ts'
import { validator } from './validators.ts'

/** The fields of `.bailiff/policy.yaml`. */

const mode = z.enum(MODES)

const each = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  strict(Object.fromEntries(keys.map((key) => [key, value])) as { [key in Key]: Value })

/** The `contract:` section, and also the whole content of `.bailiff/contract.yaml`. */
export const contractShape = strict({
  keywords: z
    .array(z.string().min(2).max(100))
    .max(100)
    .describe('keywords of the objective; a command counts as proof only if it contains one')
    .default([]),
  ladder: z
    .array(route)
    .max(50)
    .describe('the routes to try, in order, before the agent may claim to be blocked')
    .default([]),
})

const retention = strict({
  max_age_days: z.int().min(1).max(3650).describe('evidence older than this may be removed').default(30),
  max_size_gb: z.int().min(1).max(1000).describe('above this size, the oldest evidence may be removed').default(2),
})

export const policyShape = strict({
  version: z.literal(1).describe('the version of the policy format'),
  validators: named(validator).describe('validators by name; short form: a command that must exit with 0').default({}),
  bindings: each(CLAIM_TYPES, binding.exactOptional())
    .describe(
      'which validators support which claims; a value is a name, a list (all must pass), or a map with any:, all: or scopes:; work is any change of files, by default bound like done unless any change would prove it',
    )
    .default({}),
  modes: each(CLAIM_TYPES, mode.exactOptional())
    .describe(
      'off, warn or block; done, fixed, shipped, tests_pass and verified block once they are bound, work follows done, everything else warns',
    )
    .default({}),
  scopes: named(globs)
    .describe('named parts of the project, as globs; a leading ! excludes files, and *.{md,rst} stands for two globs')
    .default({}),
  pins: pins
    .describe(
      'files, or values in them (file#/json/pointer), that define the checks; changing one requires a new approval',
    )
    .default([]),
  outputs: z.array(glob).max(200).describe('globs of files that checks may write').default([]),
  block_budget: z
    .int()
    .min(1)
    .max(20)
    .describe('how many times a turn can be blocked before it is allowed to end as capped')
    .default(3),
  on_stop: z
    .enum(['run', 'off'])
    .describe('run: when the agent stops, the gate runs the validators it still needs')
    .default('run'),
  on_stop_seconds: seconds
    .max(600)
    .describe(
      'time in seconds that a stop waits for validators; slower ones continue in the background; values above 170 are treated as 170',
    )
    .default(120),
  accept_reported: z.boolean().describe('true: a pass that only the host reported counts too').default(false),
  baseline: z
    .enum(['none', 'no_worse'])
    .describe('no_worse: tests that failed when the turn began may still fail')
    .default('none'),
  subagents: z
    .enum(['judge_at_lead', 'block'])
    .describe("judge_at_lead: a subagent's work and claims are judged when its lead stops; block: when it stops itself")
    .default('judge_at_lead'),
  tell_earned: z
    .boolean()
    .describe('false: no line for the person when a turn is earned; the agent never sees it')
    .default(true),
  contract: contractShape.describe('the objective, and the routes to try before giving up').prefault({}),
  dispatch: dispatch.describe('checks on individual tool calls').prefault({}),
  retention: retention.describe('how much evidence is kept, and for how long').prefault({}),
  claims: strict({ model: modelReader.exactOptional() }).describe('how final messages are read').prefault({}),
})

/** A parsed policy file, with all defaults filled in and all short forms expanded. */
export type PolicySource = z.output<typeof policyShape>
