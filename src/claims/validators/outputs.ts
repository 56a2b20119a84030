import type { Policy } from '../../policy/policy.ts'

/** Globs that checks may write to. One check's output must not make another check's pass stale. */
export const outputsOf = ({ validators }: Policy): string[] => [
  ...new Set(Object.values(validators).flatMap((one) => ('outputs' in one ? one.outputs : []))),
]
