import { HOW_CHECKED } from '../claims/how-checked.ts'
import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { CLAIM_TYPES } from '../policy/policy.ts'
import type { AskedClaim } from '../supervisor/stop/validate-claim.ts'
import type { Tool, ToolReply } from './server.ts'

/** Runs the checks; passed in by the program that starts the server. */
export type Validate = (asked: AskedClaim, signal: AbortSignal) => Promise<ToolReply>

/** The one tool: runs the approved checks for a claim, as `bailiff validate` does. */
export const validateClaimTool = (validate: Validate): Tool => ({
  name: 'validate_claim',
  title: 'Validate a claim',
  description: `Runs the approved checks for a claim and records the results, as "bailiff validate" does. ${HOW_CHECKED}`,
  inputSchema: {
    type: 'object',
    properties: {
      claim: { type: 'string', enum: CLAIM_TYPES, description: 'the claim' },
      validator: {
        type: 'string',
        description: 'one validator of the policy; default: all that are bound to the claim',
      },
      args: { type: 'object', description: 'arguments for the validator' },
    },
    required: ['claim'],
    additionalProperties: false,
  },
  // It runs the project's own checks, which may write output files.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  call: async (given, signal) => {
    const asked = askedIn(given)
    return typeof asked === 'string' ? { text: asked, isError: true } : validate(asked, signal)
  },
})

const FIELDS = ['claim', 'validator', 'args']

/** The request, or a sentence about what is wrong with it. */
function askedIn(given: JsonObject): AskedClaim | string {
  const { claim, validator = null, args = {} } = given
  const type = CLAIM_TYPES.find((one) => one === claim)
  if (type === undefined) return `claim must be one of ${CLAIM_TYPES.join(', ')}.`
  if (validator !== null && typeof validator !== 'string') return 'validator must be a string.'
  if (!isObject(args)) return 'args must be an object.'
  const other = Object.keys(given).find((name) => !FIELDS.includes(name))
  return other === undefined
    ? { claim: type, validator, given: args as JsonObject }
    : `Unknown argument. Known: ${FIELDS.join(', ')}.`
}
