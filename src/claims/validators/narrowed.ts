import type { Json } from '../../ledger/kinds.ts'
import type { Policy } from '../../policy/policy.ts'

/**
 * Whether a validator was asked for something else than the policy has it look at by itself: an argument other than its
 * default, which nobody asked whoever makes the claim to choose (`asked`). Such a run shows only what was chosen.
 */
export function isNarrowed(
  { validators }: Policy,
  validator: string,
  given: { readonly [name: string]: Json },
  asked: readonly string[],
): boolean {
  const found = Object.hasOwn(validators, validator) ? validators[validator] : undefined
  if (found === undefined || !('slots' in found)) return false
  return Object.entries(found.slots).some(
    ([name, { fallback }]) =>
      fallback !== null && Object.hasOwn(given, name) && given[name] !== fallback && !asked.includes(name),
  )
}
