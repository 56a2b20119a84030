import type { Bag } from '../views/bag.ts'

/** Trained weights: for (positive) or against something, in units of `unit`. */
export type Linear = { weights: Int8Array; unit: number; bias: number }

/** How much the features of a call speak for it. Long calls do not count more than short ones. */
export function linearOf({ features, weights }: Bag, { weights: own, unit, bias }: Linear): number {
  let sum = 0
  let squares = 0
  for (let i = 0; i < features.length; i++) {
    const weight = weights[i] ?? 0
    sum += weight * (own[features[i] ?? 0] ?? 0)
    squares += weight * weight
  }
  return bias + (sum * unit) / (Math.sqrt(squares) || 1)
}
