import type { Category, Remembered } from './patterns.ts'
import { readCall } from './reading/read.ts'
import { indexOf, type Neighbours } from './scorers/neighbours.ts'
import { sketchOf } from './scorers/sketch.ts'
import type { Space } from './space.ts'
import { bagOf } from './views/bag.ts'
import { VIEWS } from './views/views.ts'

/** Remembered calls, compiled for scoring: one index per view. Danger patterns come first, then exemplars. */
export type Library = {
  size: number
  /** The number of danger patterns. */
  patterns: number
  /** One per view. */
  neighbours: readonly Neighbours[]
  /** Confidence in each member, in 255ths. */
  weights: Uint8Array
  /** Decoded on demand: a score needs two of thousands. */
  member(index: number): Member
}

/** A remembered call without the call itself: its features are in the index. */
export type Member = { id: string; about: string; category: Category | null }

/** Compiles remembered calls. */
export function libraryOf(remembered: readonly Remembered[], space: Space): Library {
  const sorted = [
    ...remembered.filter(({ category }) => category !== null),
    ...remembered.filter(({ category }) => category === null),
  ]
  const readings = sorted.map(({ call }) => readCall(call))
  return {
    size: sorted.length,
    patterns: sorted.filter(({ category }) => category !== null).length,
    neighbours: VIEWS.map((view, i) => {
      const own = space.views[i]
      return indexOf(own === undefined ? [] : readings.map((reading) => sketchOf(bagOf(view, reading), own)))
    }),
    weights: Uint8Array.from(sorted, ({ weight }) => Math.round(weight * 255)),
    member(index) {
      const { id = '', about = '', category = null } = sorted[index] ?? {}
      return { id, about, category }
    },
  }
}
