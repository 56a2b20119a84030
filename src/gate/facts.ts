import { z } from 'zod'
import { AFFORDANCES, POSTURES } from './masks.ts'
import { END_CODES, type EndCode, RULING_CODES } from './messages.ts'
import { stepShape } from './step.ts'
import { taskSchema } from './task.ts'
import { VERDICTS } from './verdict.ts'

/** What a run's stream says, kind by kind. Unknown fields are passed over: ledgers outlive versions. */

const step = z.int().min(1)

const execution = z.object({
  step,
  action: z.string(),
  command: z.string().nullable(),
  success: z.boolean(),
  exit: z.int().nullable(),
  wrote: z.boolean(),
  droppedBytes: z.int(),
  output_summary: z.string(),
})

const answer = z.object({
  about: z.enum(['violation', 'no_violation', 'gone']),
  name: z.string(),
  holds: z.boolean(),
  success: z.boolean(),
  exit: z.int().nullable(),
})

export const OUTCOMES = ['earned', 'exhausted', 'contradicted', 'stopped'] as const
export type RunOutcome = (typeof OUTCOMES)[number]

/** What each way to end a run counts as. */
export const OUTCOME_OF: Readonly<Record<EndCode, RunOutcome>> = {
  EARNED: 'earned',
  STEPS_SPENT: 'exhausted',
  TIME_SPENT: 'exhausted',
  CONTRADICTED: 'contradicted',
  STOPPED_BY_PERSON: 'stopped',
  AGENT_ENDED: 'stopped',
  AGENT_FAILED: 'stopped',
  ENVIRONMENT_FAILED: 'stopped',
}

const ended = z.object({
  outcome: z.enum(OUTCOMES),
  code: z.enum(END_CODES),
  /** What was concluded; null where nothing was earned. */
  posture: z.enum(POSTURES).nullable(),
  steps: z.int().min(0),
  elapsedMs: z.number(),
  /** The words of the terminating step; of no other are they kept. */
  freeText: z.string().nullable(),
  /** What failed, where something did. */
  why: z.string().nullable(),
})

const { belief, action } = stepShape.shape

/** Names as values, not as keys: what stands under a key such as `password` is taken for a secret, and is not kept. */
const claimed = z.object({ name: z.string(), claimed: z.enum(AFFORDANCES) })

/** One shape for each kind of entry of a run. */
const BODIES = {
  'run.opened': z.object({ task: taskSchema, agent: z.string().nullable(), cwd: z.string().nullable() }),
  'step.proposed': z.object({ step, belief: belief.extend({ affordances: z.array(claimed) }), action }),
  'step.malformed': z.object({ step, why: z.string() }),
  'observation.made': z.object({ step, answers: z.array(answer) }),
  'verdict.given': z.object({ step, verdict: z.enum(VERDICTS), code: z.enum(RULING_CODES) }),
  'action.executed': execution,
  'action.interrupted': z.object({ step, action: z.string() }),
  'run.ended': ended,
} as const

type FactKind = keyof typeof BODIES
export const FACT_KINDS = Object.keys(BODIES) as FactKind[]
export type Body<Kind extends FactKind> = z.output<(typeof BODIES)[Kind]>
export type Fact = { [Kind in FactKind]: { kind: Kind; body: Body<Kind> } }[FactKind]

/** What an entry of a run's stream says, or null where it is nothing a run knows. */
export function factOf({ kind, body }: { kind: string; body: unknown }): Fact | null {
  if (!Object.hasOwn(BODIES, kind)) return null
  const read = BODIES[kind as FactKind].safeParse(body)
  return read.success ? ({ kind, body: read.data } as Fact) : null
}
