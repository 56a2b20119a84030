import { z } from 'zod'
import { readCommand, renderCommand } from '../policy/command.ts'
import { named, path, strict } from '../policy/fields.ts'
import { unknownWord } from '../policy/suggest.ts'
import { saySwallowed, swallowedBy } from '../policy/swallow.ts'
import { weakness } from '../policy/weak.ts'

/** The task file: everything the gate knows about a domain is data that people write here. */

/** The gate's own actions; every task has them. */
export const OWN_ACTIONS = ['declare_posture', 'terminate'] as const

export const isOwnAction = (type: string): boolean => OWN_ACTIONS.some((own) => own === type)

const written = z.union([z.string().max(2000), z.array(z.string().max(2000)).min(1).max(100)])

function toTokens(given: z.output<typeof written>, ctx: z.RefinementCtx): string[] {
  const read = readCommand(given)
  if (read.ok) return read.tokens
  ctx.addIssue({ code: 'custom', message: `Command: ${read.why}` })
  return z.NEVER
}

const command = written.transform(toTokens)

/** The longest output that a task can expect. Longer output never matches. */
export const MAX_EXPECTED_CHARS = 1000

/** Ways to turn an exit code round, which is what some probes are for. */
const TURNED: readonly string[] = ['negated', 'condition']

const probe = strict({
  command: command.describe('the command that the harness runs, without a shell'),
  exit: z.int().min(0).max(255).describe('the expected exit code').exactOptional(),
  output: z
    .string()
    .max(MAX_EXPECTED_CHARS)
    .describe('the expected standard output; a trailing newline is ignored')
    .exactOptional(),
}).superRefine(({ command, exit, output }, ctx) => {
  if (exit === undefined && output === undefined)
    ctx.addIssue({ code: 'custom', message: 'Set the expected answer: exit, output or both.' })
  // A probe's output may be the answer, whatever its exit code.
  const swallowed = output === undefined ? swallowedBy(renderCommand(command)) : null
  if (swallowed !== null && !TURNED.includes(swallowed.why))
    ctx.addIssue({ code: 'custom', message: `Command: ${saySwallowed(swallowed)}` })
})

const affordance = strict({
  gone: probe
    .describe(
      'the probe that shows that the affordance is unavailable; runs after a failure, until the affordance is available again',
    )
    .exactOptional(),
})

const action = strict({
  runs: written
    .transform((given, ctx) => (given === 'any' ? given : toTokens(given, ctx)))
    .describe('the command to run; "any" runs a shell line that the agent gives as payload.command')
    .exactOptional(),
  writes: path.describe('the file that payload.content is written to').exactOptional(),
  requires: z
    .array(z.string())
    .max(100)
    .describe('affordances that the action needs; it is blocked while one is unavailable')
    .default([]),
  evidence: z.boolean().describe('true if its success counts as evidence').default(false),
}).superRefine(({ runs, writes, evidence }, ctx) => {
  const fault = faultOf(runs, writes, evidence)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
})

function faultOf(runs: readonly string[] | 'any' | undefined, writes: string | undefined, evidence: boolean) {
  if (runs !== undefined && writes !== undefined) return 'An action either runs or writes. Split it into two.'
  if (!evidence) return null
  if (writes !== undefined) return 'Writing a file is not evidence. Remove "evidence".'
  if (runs === 'any') return 'A command that the agent chooses proves nothing. Name the command that is evidence.'
  const weak = runs === undefined ? null : weakness(runs)
  return weak === null ? null : `Evidence: ${weak}`
}

const limits = strict({
  steps: z.int().min(1).max(1000).describe('the maximum number of steps').default(50),
  seconds: z.int().min(1).max(86_400).describe('the time limit for the run').default(200),
  stability: z
    .int()
    .min(0)
    .max(100)
    .describe('the number of consecutive final steps that must claim the same posture; 0: off')
    .default(3),
  command_seconds: z.int().min(1).max(3600).describe('the time limit for one command').default(60),
  output_kb: z.int().min(1).max(65_536).describe('the amount of output kept from one command').default(1024),
})

const taskShape = strict({
  version: z.literal(1).describe('the version of this format'),
  goal: z.string().max(20_000).describe('the text the agent gets first; the gate never reads it').default(''),
  affordances: named(affordance).describe('things the environment may be able to do').default({}),
  actions: named(action).describe('the types of actions, in addition to declare_posture and terminate').default({}),
  probes: strict({
    violation: probe.describe('the probe that rules out "compliant"').exactOptional(),
    no_violation: probe.describe('the probe that rules out "non_compliant"').exactOptional(),
  })
    .describe('probes that the harness runs before it judges a step')
    .default({}),
  limits: limits.describe('budgets and limits').prefault({}),
})

/** A task with all defaults filled in. Parsing it again gives the same task. */
export type Task = z.output<typeof taskShape>
export type Probe = z.output<typeof probe>

export const taskSchema = taskShape.superRefine(({ affordances, actions }, ctx) => {
  for (const own of OWN_ACTIONS)
    if (Object.hasOwn(actions, own))
      ctx.addIssue({
        code: 'custom',
        path: ['actions', own],
        message: 'This action is built in. Remove it.',
      })
  for (const [name, { requires }] of Object.entries(actions))
    for (const [i, required] of requires.entries())
      if (!Object.hasOwn(affordances, required))
        ctx.addIssue({
          code: 'custom',
          path: ['actions', name, 'requires', i],
          message: unknownWord('affordance', required, Object.keys(affordances)),
        })
})

/** JSON Schema for editors. */
export const taskJsonSchema = (): object => ({
  title: 'Bailiff task',
  ...z.toJSONSchema(taskShape, { io: 'input', target: 'draft-7', reused: 'ref' }),
})
