import { z } from 'zod'
import { type FactOf, parseFact } from '../ledger/fact.ts'
import type { Actor, ArtifactRef, Draft, JsonObject } from '../ledger/kinds.ts'
import { REPORT_STATUSES } from './artifacts.ts'
import { ROLES } from './bundle.ts'
import { OUTCOMES } from './outcome.ts'

/** The entries of a controller, kind by kind. Unknown fields are ignored, because ledgers outlive versions. */

const count = z.int().min(0)
const hash = z.string()

/** How an outcome became known: the driver reported it, or a probe found it. */
const HOW = ['applied', 'probed'] as const

/** How a cycle ends. */
export const CYCLE_ENDS = [...REPORT_STATUSES, 'idle', 'awaiting-approval', 'dry-run', 'cancelled', 'error'] as const
export type CycleEnd = (typeof CYCLE_ENDS)[number]

/** True if the cycle did not reach its goal and somebody or something has to change first. */
export const isFailure = (end: CycleEnd | null): boolean => end === 'failed' || end === 'partial' || end === 'error'

const policyDecision = z.object({
  effect_ref: z.string(),
  allowed: z.boolean(),
  reason: z.string(),
  idempotency_key: hash.optional(),
})

/** The process that runs a controller. */
const owner = z.object({ pid: z.int(), start: z.string(), boot: z.string(), place: z.string() })

/**
 * Written by the process that holds the controller. `hold` is the seq of its `controller.taken`; entries of a process
 * that has lost the controller are ignored.
 */
const held = { hold: count }

const BODIES = {
  /** Takes effect only if `over` is the holder at this point, so of two processes that take it at the same time the first one wins. */
  'controller.taken': z.object({ owner, over: count.nullable(), forced: z.boolean() }),
  'controller.released': z.object({ ...held }),
  /** The first artifact is the bundle. `again` if the cycle was interrupted and goes on. */
  'cycle.started': z.object({ ...held, cycle: count, bundle_hash: hash, dry_run: z.boolean(), again: z.boolean() }),
  /** `by`: the guard, a dispatch check, or a person. */
  'effect.judged': z.object({
    ...held,
    cycle: count,
    decision: policyDecision,
    /** True if the outcome of an earlier effect on this target was unknown when this was judged. */
    unresolved: z.boolean().default(false),
    by: z.enum(['guard', 'check', 'person']),
  }),
  'evidence.recorded': z.object({ ...held, cycle: count, agent: z.enum(ROLES), kind: z.string(), payload: z.json() }),
  /** The artifact is the snapshot. */
  'snapshot.taken': z.object({ ...held, cycle: count, snapshot_id: z.string(), data_hash: hash }),
  /** One call to a model: the artifacts are its prompt and its reply. `why` is set if the reply was of no use. */
  'model.called': z.object({
    ...held,
    cycle: count,
    attempt: count,
    model: z.string(),
    prompt_hash: hash,
    why: z.string().nullable(),
  }),
  /** The artifact is the plan. `decided_by` is the hash of the decide agent's part of the bundle. */
  'plan.proposed': z.object({
    ...held,
    cycle: count,
    plan_id: z.string(),
    snapshot_id: z.string(),
    decided_by: hash,
    /** The hash of the means of all its effects. */
    means: hash.default(''),
    reused: z.boolean(),
  }),
  /** A new decision on an old snapshot, beside the plan that was made then. It is never carried out. */
  'plan.compared': z.object({
    ...held,
    cycle: count,
    plan_id: z.string(),
    snapshot_id: z.string(),
    with: z.string().nullable(),
  }),
  /** Approves the plan with these means: another driver, other settings or another folder need another approval. */
  'plan.approved': z.object({ ...held, cycle: count, plan_id: z.string(), means: hash.default(''), by: z.string() }),
  'plan.rejected': z.object({ ...held, cycle: count, plan_id: z.string(), by: z.string() }),
  /** The effect is about to run. Without an outcome after it, nobody knows whether it did. */
  'effect.intended': z.object({
    ...held,
    cycle: count,
    effect_ref: z.string(),
    idempotency_key: hash,
    attempt: z.int().min(1),
    /** The hash of driver, settings and folder: a probe with other means would tell nothing. */
    means: hash.default(''),
  }),
  /** The artifacts are long outputs. */
  'effect.ended': z.object({
    ...held,
    cycle: count,
    effect_ref: z.string(),
    idempotency_key: hash,
    outcome: z.enum(OUTCOMES),
    how: z.enum(HOW),
    why: z.string().nullable(),
    response: z.json(),
    output: z.record(z.string(), z.string()).default({}),
  }),
  /** A person says what became of an effect. */
  'effect.resolved': z.object({
    effect_ref: z.string(),
    idempotency_key: hash,
    outcome: z.enum(['done', 'not-done']),
    reason: z.string(),
  }),
  /** The artifact is the report. `executed` if this plan's effects changed anything. */
  'report.written': z.object({
    ...held,
    cycle: count,
    report_id: z.string(),
    execution_hash: hash,
    status: z.enum(REPORT_STATUSES),
    executed: z.boolean(),
    dry_run: z.boolean(),
  }),
  /** The artifacts are the gap map and the backlog, if the cycle failed. */
  'cycle.ended': z.object({
    ...held,
    cycle: count,
    end: z.enum(CYCLE_ENDS),
    code: z.string().nullable(),
    why: z.string().nullable(),
  }),
} as const

export type FactKind = keyof typeof BODIES
export const FACT_KINDS = Object.keys(BODIES) as FactKind[]
export type Body<Kind extends FactKind> = z.output<(typeof BODIES)[Kind]>
export type Fact = FactOf<typeof BODIES>

/** Parses an entry. Returns null if its kind is not one of ours or its body is invalid. */
export const factOf = (entry: { kind: string; body: unknown }): Fact | null => parseFact(BODIES, entry)

/** Makes a draft of a fact. */
export const draft = <Kind extends FactKind>(
  kind: Kind,
  body: z.input<(typeof BODIES)[Kind]>,
  artifacts: ArtifactRef[] = [],
  actor: Actor = 'harness',
): Draft => ({ kind, actor, body: body as JsonObject, artifacts })
