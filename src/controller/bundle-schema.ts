import { z } from 'zod'
import { strict } from '../policy/fields.ts'
import { unknownWord } from '../policy/suggest.ts'
import { IDEMPOTENCY_TYPES, ROLES } from './bundle.ts'
import { checkAgainst, schemaFault } from './io-schema.ts'
import { REF_KINDS } from './refs.ts'

/** The bundle file as people write it. Every length is limited. `make-bundle.ts` fills in the rest. */

const MAX_AGENTS = 20
const MAX_ITEMS = 100

const text = z.string().max(2000)
const json = z.json()
const fields = z.record(z.string(), json)
const ref = z.string().max(500)
const refs = z.array(ref).max(MAX_ITEMS)

const id = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._:/@-]{0,198}[A-Za-z0-9])?$/,
    'an id must start and end with a letter or digit and contain only letters, digits and . _ : / @ -, 200 characters at most.',
  )

const bundleId = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/,
    'a bundle_id must start and end with a letter or digit and contain only letters, digits and . _ -, 100 characters at most.',
  )

const ioSchema = z.union([z.string().min(1).max(200), fields])
const modes = z.enum(['read', 'write', 'mutate'])

const ioRef = <Mode extends z.ZodType>(mode: Mode) =>
  z.union([
    ref.transform((one) => ({ ref: one })),
    strict({
      ref: ref.describe('a domain and one or more parts; in contracts a part may be *'),
      kind: z.enum(REF_KINDS).describe('default: the kind that the domain implies').exactOptional(),
      schema: ioSchema.describe('a name, or a JSON Schema that values must fit; default: json').exactOptional(),
      required: z.boolean().describe('default: true').exactOptional(),
      mode: mode.exactOptional(),
    }),
  ])

const input = ioRef(
  modes.refine((mode) => mode === 'read', 'An input is only read. List what the agent changes under outputs.'),
)
const output = ioRef(
  modes.refine((mode) => mode !== 'read', 'An output is written. List what the agent only reads under inputs.'),
)

const effect = strict({
  name: z.string().min(1).max(200),
  kind: z.literal('resource').default('resource'),
  target: ref.describe('the output that the effect changes; a part may be *'),
  idempotency: strict({
    type: z.enum(IDEMPOTENCY_TYPES),
    key_fields: z.array(z.string().min(1).max(200)).max(20).describe('fields that identify one change').default([]),
  }),
  driver: z
    .object({ kind: z.string().min(1).max(100) })
    .catchall(json)
    .describe('the kind of driver that carries out the effect, and its settings')
    .exactOptional(),
  rollback: json.default(null),
  evidence: strict({
    type: z.enum(['hash', 'status', 'range']),
    path: text.exactOptional(),
    metric: text.exactOptional(),
  }).default({ type: 'hash' }),
})

const contract = strict({
  inputs: z.array(input).max(MAX_ITEMS).default([]),
  outputs: z.array(output).max(MAX_ITEMS).default([]),
  effects: z.array(effect).max(MAX_ITEMS).default([]),
})

const agent = strict({
  agent_id: id,
  name: text.exactOptional(),
  version: text.exactOptional(),
  role: z.enum(ROLES).describe('required for an agent that a program supplies').exactOptional(),
  runtime: strict({ kind: z.string().min(1).max(100), config: fields.default({}) }).exactOptional(),
  contract: contract.describe('added to the contract of the role').prefault({}),
  config_schema: fields.describe('a JSON Schema that runtime.config must fit').exactOptional(),
  evidence_outputs: z
    .array(strict({ name: text, description: text.exactOptional(), target: ref.exactOptional() }))
    .max(MAX_ITEMS)
    .exactOptional(),
}).superRefine(({ config_schema: schema, runtime }, ctx) => {
  if (schema === undefined) return
  const fault = schemaFault(schema)
  if (fault !== null) ctx.addIssue({ code: 'custom', path: ['config_schema'], message: fault })
  const misfit = fault === null ? checkAgainst(schema, runtime?.config ?? {}) : null
  if (misfit !== null)
    ctx.addIssue({ code: 'custom', path: ['runtime', 'config'], message: `Does not fit config_schema: ${misfit}` })
})

const policy = strict({
  allow: refs.describe('targets that effects may have; everything else is denied').default([]),
  approve: refs.describe('resource: targets that need no approval by a person').default([]),
})

const limits = {
  timeout_seconds: z.number().min(0.001).max(86_400).describe('default: 60').exactOptional(),
  max_attempts: z.int().min(1).max(10).describe('default: 1').exactOptional(),
}

const step = strict({
  step: id.describe('the name of the step'),
  agent_id: id,
  phase: z.enum(['init', 'run', 'emit', 'finalize']).exactOptional(),
  inputs: refs.describe("default: the inputs of the agent's contract").exactOptional(),
  outputs: refs.describe("default: the outputs of the agent's contract").exactOptional(),
  description: text.exactOptional(),
  meta: strict({
    policy: policy.describe('an alias of body.meta.policy; it applies to the whole bundle').prefault({}),
    reliability: strict(limits).prefault({}),
  }).prefault({}),
})

const meta = strict({
  intent_id: id.describe('default: intent.<bundle_id>').exactOptional(),
  preconditions: refs.describe('refs that exist before the first step').default([]),
  policy: policy.prefault({}),
  reliability: strict({
    ...limits,
    steps: z.record(z.string(), strict(limits)).describe('limits of single steps').default({}),
  }).prefault({}),
  phase: text.describe('accepted and ignored').exactOptional(),
})

const fileShape = strict({
  envelope: fields.describe('accepted and ignored').exactOptional(),
  body: strict({
    bundle_id: bundleId
      .describe("the name of the controller; default: a name made from the file's name and place")
      .exactOptional(),
    agents: z.array(agent).min(1).max(MAX_AGENTS),
    plan: z.array(step).min(1).max(MAX_AGENTS),
    meta: meta.prefault({}),
  }),
})

/** The schema of a bundle file. `lint.ts` checks how its parts fit together. */
export const bundleSchema = fileShape.superRefine(({ body: { plan, meta } }, ctx) => {
  const steps = plan.map(({ step }) => step)
  for (const name of Object.keys(meta.reliability.steps))
    if (!steps.includes(name))
      ctx.addIssue({
        code: 'custom',
        path: ['body', 'meta', 'reliability', 'steps', name],
        message: unknownWord('step', name, steps),
      })
})

type BundleText = z.output<typeof bundleSchema>
export type BodyText = BundleText['body']
export type AgentText = BodyText['agents'][number]
export type StepText = BodyText['plan'][number]
export type ContractText = AgentText['contract']

/** JSON Schema for editors. */
export const bundleJsonSchema = (): object => ({
  title: 'Bailiff controller bundle',
  ...z.toJSONSchema(fileShape, { io: 'input', target: 'draft-7', reused: 'ref' }),
})
