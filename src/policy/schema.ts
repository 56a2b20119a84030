import { z } from 'zod'
import { checkReferences } from './references.ts'
import { contractShape, policyShape } from './shape.ts'

/** `.bailiff/policy.yaml`: its fields, and that they fit together. What passes here compiles. */
export const policySchema = policyShape.superRefine(checkReferences)

/** `.bailiff/contract.yaml`: what the policy's section `contract:` would hold. */
export const contractSchema = contractShape

/** What people may write. */
export type PolicyText = z.input<typeof policySchema>

const JSON_SCHEMA = { io: 'input', target: 'draft-7', reused: 'ref' } as const

/** The schemas for editors. */
export const policyJsonSchema = (): object => ({
  title: 'Bailiff policy (.bailiff/policy.yaml)',
  ...z.toJSONSchema(policyShape, JSON_SCHEMA),
})

export const contractJsonSchema = (): object => ({
  title: 'Bailiff contract (.bailiff/contract.yaml)',
  ...z.toJSONSchema(contractShape, JSON_SCHEMA),
})
