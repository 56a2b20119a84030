import type { Policy } from '../../policy/policy.ts'

/** What checks may write: one check's output makes no other's pass stale. */
export const outputsOf = ({ validators }: Policy): string[] => [
  ...new Set(Object.values(validators).flatMap((one) => ('outputs' in one ? one.outputs : []))),
]
