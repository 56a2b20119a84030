import { z } from 'zod'
import { checkReferences } from './references.ts'
import { contractShape, policyShape } from './shape.ts'

/** `.bailiff/policy.yaml`: its fields and the references between them. Every policy that passes can be compiled. */
export const policySchema = policyShape.superRefine(checkReferences)

/** `.bailiff/contract.yaml`: the content of the policy's `contract:` section. */
export const contractSchema = contractShape

/** A policy as people write it. */
export type PolicyText = z.input<typeof policySchema>

const JSON_SCHEMA = { io: 'input', target: 'draft-7', reused: 'ref' } as const

/** JSON Schema for editors. */
export const policyJsonSchema = (): object => ({
  title: 'Bailiff policy (.bailiff/policy.yaml)',
  ...z.toJSONSchema(policyShape, JSON_SCHEMA),
})

export const contractJsonSchema = (): object => ({
  title: 'Bailiff contract (.bailiff/contract.yaml)',
  ...z.toJSONSchema(contractShape, JSON_SCHEMA),
})
