import { z } from 'zod'
import { type FactOf, parseFact } from '../ledger/fact.ts'
import { AFFORDANCES, POSTURES } from './masks.ts'
import { END_CODES, type EndCode, RULING_CODES } from './messages.ts'
import { stepShape } from './step.ts'
import { taskSchema } from './task.ts'
import { VERDICTS } from './verdict.ts'

/** The entries of a run's stream, kind by kind. Unknown fields are ignored, because ledgers outlive versions. */

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

/** The outcome for each reason a run can end. */
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
  /** The earned posture, or null. */
  posture: z.enum(POSTURES).nullable(),
  steps: z.int().min(0),
  elapsedMs: z.number(),
  /** The free text of the terminating step. Free text in other steps is not kept. */
  freeText: z.string().nullable(),
  /** The failure, or null. */
  why: z.string().nullable(),
})

const { belief, action } = stepShape.shape

/** Names are values, not keys: redaction removes the value of a key such as `password`. */
const claimed = z.object({ name: z.string(), claimed: z.enum(AFFORDANCES) })

/** The body of each kind of entry. */
const BODIES = {
  'run.opened': z.object({ task: taskSchema, agent: z.string().nullable(), cwd: z.string().nullable() }),
  'step.proposed': z.object({ step, belief: belief.extend({ affordances: z.array(claimed) }), action }),
  'step.malformed': z.object({ step, why: z.string() }),
  /** A check denies the action. The entries before it hold its findings. */
  'action.denied': z.object({ step, action: z.string(), why: z.string() }),
  'observation.made': z.object({ step, answers: z.array(answer) }),
  'verdict.given': z.object({ step, verdict: z.enum(VERDICTS), code: z.enum(RULING_CODES) }),
  'action.executed': execution,
  'action.interrupted': z.object({ step, action: z.string() }),
  'run.ended': ended,
} as const

type FactKind = keyof typeof BODIES
export const FACT_KINDS = Object.keys(BODIES) as FactKind[]
export type Body<Kind extends FactKind> = z.output<(typeof BODIES)[Kind]>
export type Fact = FactOf<typeof BODIES>

/** Parses an entry of a run's stream. Returns null if its kind is unknown or its body invalid. */
export const factOf = (entry: { kind: string; body: unknown }): Fact | null => parseFact(BODIES, entry)
