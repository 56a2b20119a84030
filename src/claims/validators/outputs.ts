import type { Policy } from '../../policy/policy.ts'

/** Globs that checks may write to. The output of one check must not make the pass of another stale. */
export const outputsOf = ({ validators }: Policy): string[] => [
  ...new Set(Object.values(validators).flatMap((one) => ('outputs' in one ? one.outputs : []))),
]
