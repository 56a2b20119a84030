import type { JsonObject } from '../ledger/kinds.ts'
import type { ClaimType, Demand, Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { Fingerprint } from './fingerprint/fingerprint.ts'
import { bindingOf, supportOf } from './support.ts'
import type { TurnRecord } from './turn.ts'
import { didOf, NO_PAST, scopeOf } from './turn-effects.ts'

/** A demand that nothing supports yet. Settled once another demand in the same `any` binding has passed. */
export type Need = { claim: ClaimType; demand: Demand; isSettled(tried: ReadonlyMap<string, boolean>): boolean }

/** `source` is the hash of the policy. */
type Situation = { policy: Policy; source: string; turn: TurnRecord }

/** The demands for these claims that still lack evidence for the current content. */
export function needsOf(
  claims: readonly ClaimType[],
  { policy, source, turn }: Situation,
  now: Fingerprint,
  isChanged: (validator: string) => boolean,
): Need[] {
  const evidence: Evidence = {
    validations: turn.validations,
    fingerprint: now.sha256,
    head: now.head,
    policy: source,
    scope: scopeOf(turn, policy),
    did: didOf(turn),
    past: NO_PAST,
    waived: [],
    weakened: [],
  }
  return claims.flatMap((claim) => {
    const binding = bindingOf(claim, policy, evidence.scope)
    if (binding === null) return []
    const { match, demands } = binding
    const open = demands.filter((demand) => {
      const support = supportOf(claim, demand, policy, evidence)
      // A check's definition may be outside the fingerprint, and an old pass proves nothing about a new definition.
      if (support.kind === 'supported') return isChanged(demand.validator)
      // A check that timed out on this content would time out again.
      return support.code !== 'VALIDATION_UNFINISHED'
    })
    if (match === 'any' && open.length < demands.length) return []
    const isSettled: Need['isSettled'] = (tried) =>
      match === 'any' && demands.some(({ validator }) => tried.get(validator) === true)
    // Only the agent can supply a required argument.
    return open.filter(({ given }) => given.length === 0).map((demand) => ({ claim, demand, isSettled }))
  })
}

/** The highest minimum numbers that any of the claims requires: one run then serves them all. */
export function numbersFor(validator: string, claims: readonly ClaimType[], { bindings }: Policy): JsonObject {
  const numbers: { [name: string]: number } = {}
  for (const { claim, demands } of bindings) {
    if (!claims.includes(claim)) continue
    for (const { minimum } of demands.filter((demand) => demand.validator === validator))
      for (const [name, least] of Object.entries(minimum)) numbers[name] = Math.max(numbers[name] ?? 0, least)
  }
  return numbers
}
