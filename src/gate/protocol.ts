import { z } from 'zod'
import { OUTCOMES } from './facts.ts'
import { AFFORDANCES, CLAIMS, EVIDENCE } from './masks.ts'
import { END_CODES, RULING_CODES } from './messages.ts'
import { stepShape } from './step.ts'
import { VERDICTS } from './verdict.ts'

/** Schemas of the protocol between the supervisor and an agent program: one line of JSON per message, both ways. */

const masks = z.strictObject({
  affordances: z.record(z.string(), z.enum(AFFORDANCES)),
  evidence: z.enum(EVIDENCE),
  posture_admissible: z.strictObject({ compliant: z.boolean(), non_compliant: z.boolean() }),
  posture_history: z.array(z.enum(CLAIMS)),
})

/** Messages to the agent. */
export const toldShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('task'),
    protocol: z.literal(1),
    goal: z.string(),
    affordances: z.array(z.string()),
    actions: z.record(z.string(), z.strictObject({ requires: z.array(z.string()), payload: z.array(z.string()) })),
    limits: z.strictObject({ steps: z.int(), seconds: z.int(), stability: z.int() }),
    masks,
  }),
  z.strictObject({
    kind: z.literal('reply'),
    step: z.int(),
    verdict: z.enum(VERDICTS),
    code: z.enum(RULING_CODES),
    message: z.string(),
    masks,
    observation: z
      .strictObject({
        command: z.string().nullable(),
        success: z.boolean(),
        exit: z.int().nullable(),
        output_summary: z.string(),
      })
      .nullable(),
  }),
  z.strictObject({
    kind: z.literal('end'),
    outcome: z.enum(OUTCOMES),
    code: z.enum(END_CODES),
    message: z.string(),
  }),
])

/** JSON Schema for agent authors. */
export const protocolJsonSchema = (): object => ({
  title: 'Bailiff run protocol, version 1',
  definitions: {
    step: { description: 'what the agent writes', ...jsonSchema(stepShape, 'input') },
    told: { description: 'what the agent reads', ...jsonSchema(toldShape, 'output') },
  },
})

const jsonSchema = (shape: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, target: 'draft-7' })
  return schema
}
