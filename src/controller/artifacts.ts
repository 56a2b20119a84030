import { z } from 'zod'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import { isRef } from './refs.ts'

/** The artifacts of a cycle as schemas: an envelope and a body each. */

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>
const object = z.record(z.string(), json) as z.ZodType<JsonObject>
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hex digits')
const ref = z.string().refine(isRef, 'must be a ref such as resource:config:app.conf')
const text = z.string().max(20_000)
const time = z.iso.datetime({ offset: true })

export const snapshotSchema = z.strictObject({
  snapshot_id: z.string().min(1).describe('"snap-" and the first 32 digits of data_hash'),
  timestamp: time.describe('when the environment was observed; not part of any id'),
  environment: object.describe('the observed state, by sensor'),
  constraints: z.array(object).describe('conditions that hold for the loop').default([]),
  data_hash: hash.describe('the hash of environment and constraints'),
})

const DETERMINISM = ['deterministic', 'replayable', 'heuristic'] as const

/** Says who decided. A plain function has no prompt: then `prompt_hash` is the hash of its input. */
const llmMetadataSchema = z.strictObject({
  model: z.string().min(1),
  prompt_hash: hash,
  determinism_hint: z.enum(DETERMINISM),
  inputs_hash: hash.describe('the hash of what the decision is based on').optional(),
  provider: z.string().optional(),
  model_version: z.string().describe('the model that answered, as the provider names it').optional(),
  model_hash: hash.describe('the hash of the model, where it is known').optional(),
  prompt_template_hash: hash.describe('the hash of the instructions, without the snapshot').optional(),
  config_hash: hash.describe('the hash of the call settings').optional(),
  attempts: z.int().min(1).optional(),
  usage: object.optional(),
})

const decisionSchema = z.strictObject({
  effect_ref: ref,
  target_state: object,
  idempotency_key: hash.describe('the hash of plan_id and effect_ref'),
  reasoning_trace: text.describe('why, or a link to evidence').optional(),
})

export const planSchema = z.strictObject({
  plan_id: z.string().min(1).describe('"plan-" and the hash of intent_id, snapshot_id and decisions'),
  intent_id: z.string().min(1),
  snapshot_id: z.string().min(1),
  decisions: z.array(decisionSchema).max(1000),
  llm_metadata: llmMetadataSchema,
  summary: text,
  policy_requirements: z.array(ref).describe('targets that must be permitted before the plan is carried out'),
})

const policyDecisionSchema = z.strictObject({
  effect_ref: z.string(),
  allowed: z.boolean(),
  reason: z.string(),
  idempotency_key: hash.optional(),
})

export const REPORT_STATUSES = ['succeeded', 'partial', 'failed'] as const

const reportSchema = z.strictObject({
  report_id: z.string().min(1).describe('the plan_id'),
  artifact_refs: z.record(z.string(), json).describe('the refs that were written, with their state'),
  status: z.enum(REPORT_STATUSES),
  policy_decisions: z.array(policyDecisionSchema),
  errors: z.array(z.string()).default([]),
  artifacts: object.describe('the evidence of each agent'),
  execution_hash: hash.describe('the hash of artifact_refs, policy_decisions and status'),
})

const gapMapSchema = z.strictObject({
  gaps: z.array(
    z.strictObject({
      gap_id: z.string(),
      description: z.string(),
      impacted_intents: z.array(z.string()),
      mitigations: z.array(z.string()),
      severity: z.enum(['low', 'medium', 'high']),
    }),
  ),
})

const backlogSchema = z.strictObject({
  items: z.array(
    z.strictObject({ intent_id: z.string(), priority: z.enum(['low', 'medium', 'high']), description: z.string() }),
  ),
})

/** The body of each artifact type. */
export const BODIES = {
  environment_snapshot: snapshotSchema,
  proposed_change_plan: planSchema,
  execution_report: reportSchema,
  gap_map: gapMapSchema,
  backlog: backlogSchema,
} as const
export type ArtifactType = keyof typeof BODIES

/** The names of the files that artifacts are written to, without their extension. */
export const FILE_NAMES: { readonly [Type in ArtifactType]: string } = {
  environment_snapshot: 'env_snapshot',
  proposed_change_plan: 'proposed_change_plan',
  execution_report: 'execution_report',
  gap_map: 'gap_map',
  backlog: 'backlog',
}

/** The names that people use for artifact types. */
export const TYPE_BY_NAME = {
  snapshot: 'environment_snapshot',
  plan: 'proposed_change_plan',
  report: 'execution_report',
  gap_map: 'gap_map',
  backlog: 'backlog',
} as const satisfies { readonly [name: string]: ArtifactType }
export type ShortName = keyof typeof TYPE_BY_NAME
export const SHORT_NAMES = Object.keys(TYPE_BY_NAME) as ShortName[]

export const envelopeSchema = z.strictObject({
  artifact_id: z.string().min(1),
  status: z.enum(['candidate', 'accepted']),
  artifact_type: z.enum(Object.keys(BODIES) as [ArtifactType, ...ArtifactType[]]),
  version: z.literal('v0'),
  created_by: z.string(),
  created_at: time,
  body_hash: hash.describe('the hash of the body'),
  envelope_hash: hash.describe('the hash of the envelope without this field and the signature'),
  meta: object,
  signature: z.string().optional(),
})

export type EnvSnapshot = z.output<typeof snapshotSchema>
export type ProposedChangePlan = z.output<typeof planSchema>
export type ExecutionReport = z.output<typeof reportSchema>
export type LlmMetadata = z.output<typeof llmMetadataSchema>
export type Decision = z.output<typeof decisionSchema>
export type PolicyDecision = z.output<typeof policyDecisionSchema>
export type ReportStatus = (typeof REPORT_STATUSES)[number]
export type Envelope = z.output<typeof envelopeSchema>
export type BodyOf<Type extends ArtifactType> = z.output<(typeof BODIES)[Type]>

/** An artifact: what it says, and what proves that nobody changed it. */
export type ControllerArtifact<Type extends ArtifactType = ArtifactType> = {
  envelope: Envelope
  body: BodyOf<Type>
}

/** JSON Schema of an artifact of one type. */
export const artifactJsonSchema = (type: ArtifactType): object => ({
  title: `Bailiff ${type.replaceAll('_', ' ')}`,
  ...z.toJSONSchema(
    z.strictObject({ envelope: envelopeSchema.extend({ artifact_type: z.literal(type) }), body: BODIES[type] }),
    { io: 'input', target: 'draft-7', reused: 'ref' },
  ),
})
