import { MountError } from './errors.ts'

/** Limits for a mount, as callers give them. The one that is reached first applies. */
export type Budget = { bytes?: number; lines?: number; tokens?: number }

/** The limits that a block must not exceed. Estimated tokens are converted to bytes. */
export type Limits = { bytes: number; lines: number | null }

const DEFAULT_BYTES = 32 << 10

/** In logs, code and most languages, a token covers three bytes or more. */
const BYTES_PER_TOKEN = 3

export function limitsOf({ bytes = DEFAULT_BYTES, lines, tokens }: Budget = {}): Limits {
  for (const [unit, limit] of Object.entries({ bytes, lines, tokens }))
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
      throw new MountError('BUDGET_INVALID', `A budget must be a whole number of ${unit}, 0 or more.`)
  return { bytes: tokens === undefined ? bytes : Math.min(bytes, tokens * BYTES_PER_TOKEN), lines: lines ?? null }
}
