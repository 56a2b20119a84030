import type { Category } from './patterns.ts'
import type { Reading } from './reading/read.ts'
import { linearOf } from './scorers/linear.ts'
import type { CategorySpace } from './space.ts'
import { type Bag, bagOf } from './views/bag.ts'
import { FEATURES } from './views/feature.ts'
import { CATEGORY_VIEW } from './views/views.ts'

/** Categories need fewer features than danger does: eight of a view's features share one. */
export const CATEGORY_FEATURES = FEATURES / 8

/** The features by which categories are told apart. */
export function categoryBag(reading: Reading): Bag {
  const { features, weights } = bagOf(CATEGORY_VIEW, reading)
  return { features: features.map((feature) => feature >>> 3), weights }
}

/** The likely purposes of a harmful call, most likely first; none that is much less likely than the first. */
export function categoriesOf(reading: Reading, space: readonly CategorySpace[]): Category[] {
  const bag = categoryBag(reading)
  const scores = space.map((own) => ({ category: own.category, score: linearOf(bag, own) }))
  const best = Math.max(...scores.map(({ score }) => score))
  return scores
    .filter(({ score }) => score > best - MAX_BEHIND)
    .sort((a, b) => b.score - a.score)
    .map(({ category }) => category)
}

const MAX_BEHIND = 1
