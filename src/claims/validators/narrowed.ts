import type { Json } from '../../ledger/kinds.ts'
import type { Policy } from '../../policy/policy.ts'

/**
 * True if an argument differs from its default and the binding does not leave that argument to the agent (`asked`).
 * Such a run covers only the part that the agent chose.
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
