import { bindingOf } from '../../claims/support.ts'
import { scopeOf } from '../../claims/turn-effects.ts'
import { type Refused, refuse, type ValidatorOutcome } from '../../claims/validators/outcome.ts'
import { runValidator } from '../../claims/validators/run.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { CLAIM_TYPES, type ClaimType } from '../../policy/policy.ts'
import type { RuledWorld } from './validate.ts'

/** The checks that ran, by validator, and what the gate would make of each claim. */
export type TriedClaims = {
  runs: ReadonlyMap<string, ValidatorOutcome>
  claims: { claim: ClaimType; would: Would }[]
}

export type Would = 'pass' | 'block' | 'warn'

/** One claim, or null for all; one of its validators, or null for all, and the arguments for it. */
export type AskedTrial = { claim: ClaimType | null; validator: string | null; given: JsonObject }

/**
 * Runs the checks that the policy binds to claims, each once, and records nothing. If one validator is asked for, its result
 * alone decides no claim.
 */
export async function tryClaims(
  { claim: asked, validator: only, given }: AskedTrial,
  world: RuledWorld,
): Promise<({ kind: 'tried' } & TriedClaims) | Refused> {
  const { policy, turn } = world
  const bound = CLAIM_TYPES.flatMap((claim) => {
    const binding = asked === null || asked === claim ? bindingOf(claim, policy, scopeOf(turn, policy)) : null
    const isAsked = binding !== null && policy.modes[claim] !== 'off'
    return isAsked ? [{ ...binding, claim, mode: policy.modes[claim] }] : []
  })
  const names = [...new Set(bound.flatMap(({ demands }) => demands.map(({ validator }) => validator)))]
  if (only !== null && !names.includes(only)) return unbound(only, asked, names)
  const runs = new Map<string, ValidatorOutcome>()
  for (const { claim, demands } of bound)
    for (const { validator } of demands.filter((one) => only === null || one.validator === only)) {
      if (world.signal.aborted) break
      if (!runs.has(validator))
        runs.set(validator, await runValidator({ claim, validator, given }, withoutTrace(world)))
    }
  const isPassed = ({ validator }: { validator: string }): boolean => runs.get(validator)?.kind === 'passed'
  const claims = bound.map(({ claim, demands, match, mode }) => {
    const isEarned = match === 'any' ? demands.some(isPassed) : demands.every(isPassed)
    return { claim, would: isEarned ? ('pass' as const) : mode === 'block' ? ('block' as const) : ('warn' as const) }
  })
  return { kind: 'tried', runs, claims: only === null ? claims : [] }
}

const unbound = (validator: string, claim: ClaimType | null, names: readonly string[]): Refused =>
  refuse(
    'NOT_BOUND',
    `The policy binds no validator "${validator}" to ${claim ?? 'any claim'}. Bound: ${names.join(', ') || 'none'}.`,
  )

/** A trial is no evidence: later runs are not compared with it. */
const withoutTrace = (world: RuledWorld): RuledWorld => ({
  ...world,
  baselines: { ...world.baselines, keep: () => {} },
  floors: { ...world.floors, keep: () => {} },
})
