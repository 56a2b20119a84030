import { builtInDispatch } from './dispatch.ts'
import { CLAIM_TYPES, POLICY_VERSION, type Policy } from './policy.ts'

/** The policy that applies if no other does: claims get warnings, and nothing is blocked. */
export const builtInPolicy = (): Policy => ({
  v: POLICY_VERSION,
  validators: {},
  bindings: [],
  modes: Object.fromEntries(CLAIM_TYPES.map((claim) => [claim, 'warn'])) as Policy['modes'],
  scopes: {},
  blockBudget: 3,
  onStop: 'run',
  onStopSeconds: 120,
  acceptReported: false,
  baseline: 'none',
  contract: { keywords: [], ladder: [] },
  dispatch: builtInDispatch(),
  retention: { maxAgeDays: 30, maxSizeGb: 2 },
})
