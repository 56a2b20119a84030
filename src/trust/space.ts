import type { Category } from './patterns.ts'
import type { Linear } from './scorers/linear.ts'

/** Results of training: about each view, and about the purposes of harmful calls. */
export type Space = { views: readonly ViewSpace[]; categories: readonly CategorySpace[] }

/** How much every feature of a view speaks for danger, and how rare it is. */
export type ViewSpace = Linear & {
  /** Rarity of each feature, in sixteenths; 0 if training never saw it. */
  rarity: Uint8Array
  calibration: Calibration
}

/** How much the features of a harmful call speak for one category. */
export type CategorySpace = Linear & { category: Category }

/**
 * Two raw scores of a view. They are chosen so that the median of all scorers exceeds the first for one ordinary call in a
 * hundred, and the second for one in twenty.
 */
export type Calibration = { hundredth: number; twentieth: number }

/** A feature that training never saw is as rare as can be. */
export const UNSEEN_RARITY = 144

/** How far a raw score is above the first of a view's two scores, in units of their distance. */
export const distanceOf = (raw: number, { hundredth, twentieth }: Calibration): number =>
  (raw - hundredth) / (hundredth - twentieth)

/**
 * Maps a raw score to 0 (benign) … 1 (risky), with 0.5 and 0.25 at the two scores of its view. Uses only operations that
 * IEEE 754 rounds exactly, so every machine gets the same bits.
 */
export function calibrated(raw: number, calibration: Calibration): number {
  const distance = distanceOf(raw, calibration)
  return (1 + distance / (1 + Math.abs(distance))) / 2
}
