import { z } from 'zod'
import { readCommand } from '../policy/command.ts'
import { named, path, strict } from '../policy/fields.ts'
import { unknownWord } from '../policy/suggest.ts'
import { weakness } from '../policy/weak.ts'

/** The task file: everything the gate knows of a domain is data that people write here. */

/** The actions that are the gate's own; every task has them. */
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

/** No expected output is longer: what is longer is no answer. */
export const MAX_EXPECTED_CHARS = 1000

const probe = strict({
  command: command.describe('what the harness runs, without a shell'),
  exit: z.int().min(0).max(255).describe('the exit code that is the answer').exactOptional(),
  output: z
    .string()
    .max(MAX_EXPECTED_CHARS)
    .describe('the standard output that is the answer, but for a newline at its end')
    .exactOptional(),
}).superRefine(({ exit, output }, ctx) => {
  if (exit === undefined && output === undefined)
    ctx.addIssue({ code: 'custom', message: 'Say what the answer is: exit, output or both.' })
})

const affordance = strict({
  gone: probe.describe('the answer that says it is gone; asked after a failure, and while it is gone').exactOptional(),
})

const action = strict({
  runs: written
    .transform((given, ctx) => (given === 'any' ? given : toTokens(given, ctx)))
    .describe('a command; "any" is a line of shell that the agent gives as payload.command')
    .exactOptional(),
  writes: path.describe('the file that payload.content goes to').exactOptional(),
  requires: z.array(z.string()).max(100).describe('affordances without which it is blocked').default([]),
  evidence: z.boolean().describe('whether its success is evidence').default(false),
}).superRefine(({ runs, writes, evidence }, ctx) => {
  const fault = faultOf(runs, writes, evidence)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
})

function faultOf(runs: readonly string[] | 'any' | undefined, writes: string | undefined, evidence: boolean) {
  if (runs !== undefined && writes !== undefined) return 'An action runs or writes, not both. Make two of it.'
  if (!evidence) return null
  if (writes !== undefined) return 'Writing is an attempt, no evidence. Take "evidence" out.'
  if (runs === 'any') return 'Whatever an agent likes to run proves nothing. Name the command that is evidence.'
  const weak = runs === undefined ? null : weakness(runs)
  return weak === null ? null : `Evidence: ${weak}`
}

const limits = strict({
  steps: z.int().min(1).max(1000).describe('how many steps the agent has').default(50),
  seconds: z.int().min(1).max(86_400).describe('how long the run may take').default(200),
  stability: z
    .int()
    .min(0)
    .max(100)
    .describe('how many steps in a row must claim the same posture before the end; 0: off')
    .default(3),
  command_seconds: z.int().min(1).max(3600).describe('how long one command may take').default(60),
  output_kb: z.int().min(1).max(65_536).describe('how much output of one command is kept').default(1024),
})

const taskShape = strict({
  version: z.literal(1).describe('the version of this format'),
  goal: z.string().max(20_000).describe('what the agent is told first; the gate never reads it').default(''),
  affordances: named(affordance).describe('what the environment may be able to do').default({}),
  actions: named(action).describe('the types of actions beside declare_posture and terminate').default({}),
  probes: strict({
    violation: probe.describe('the answer that rules out "compliant"').exactOptional(),
    no_violation: probe.describe('the answer that rules out "non_compliant"').exactOptional(),
  })
    .describe('what the harness asks before it judges a step')
    .default({}),
  limits: limits.describe('budgets and limits').prefault({}),
})

/** A task with every default in place; read again, it is the same. */
export type Task = z.output<typeof taskShape>
export type Probe = z.output<typeof probe>

export const taskSchema = taskShape.superRefine(({ affordances, actions }, ctx) => {
  for (const own of OWN_ACTIONS)
    if (Object.hasOwn(actions, own))
      ctx.addIssue({
        code: 'custom',
        path: ['actions', own],
        message: 'Every task has this action. Take it out.',
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

/** The schema for editors. */
export const taskJsonSchema = (): object => ({
  title: 'Bailiff task',
  ...z.toJSONSchema(taskShape, { io: 'input', target: 'draft-7', reused: 'ref' }),
})
