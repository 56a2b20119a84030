import type { Category } from './patterns.ts'

/** What training found out: about each view, and about what harmful calls are for. */
export type Space = { views: readonly ViewSpace[]; categories: readonly CategorySpace[] }

/** How much every feature of a view speaks for danger, and how rare it is. */
export type ViewSpace = {
  /** For danger (positive) or against it, in units of `unit`. */
  weights: Int8Array
  unit: number
  bias: number
  /** Rarity of each feature, in sixteenths; 0 if training never saw it. */
  rarity: Uint8Array
  calibration: Calibration
}

/** How much the features of a harmful call speak for one category. */
export type CategorySpace = { category: Category; weights: Int8Array; unit: number; bias: number }

/** The raw scores that one ordinary call in a hundred and one in twenty exceed. */
export type Calibration = { hundredth: number; twentieth: number }

/** A feature that training never saw is as rare as can be. */
export const UNSEEN_RARITY = 144

/**
 * Maps a raw score to 0 (benign) … 1 (risky): one ordinary call in a hundred is above 0.5, one in twenty above 0.25. Only
 * exact arithmetic, so every machine gets the same bits.
 */
export function calibrated(raw: number, { hundredth, twentieth }: Calibration): number {
  const distance = (raw - hundredth) / (hundredth - twentieth)
  return (1 + distance / (1 + Math.abs(distance))) / 2
}
