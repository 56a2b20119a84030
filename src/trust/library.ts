import type { Category, Remembered } from './patterns.ts'
import { type Reading, readCall } from './reading/read.ts'
import { indexOf, type Neighbours } from './scorers/neighbours.ts'
import type { Sketch } from './scorers/sketch.ts'
import { sketchesOf } from './scorers/sketches.ts'
import type { Space } from './space.ts'
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

/** A remembered call with its sketches, one for each view. */
export type Sketched = Omit<Remembered, 'call'> & { sketches: readonly Sketch[] }

/** Compiles remembered calls, each once. */
export const libraryOf = (remembered: readonly Remembered[], space: Space): Library =>
  compile(
    withoutCopies(remembered.map((one) => ({ ...one, reading: readCall(one.call) }))).map((one) => ({
      ...one,
      sketches: sketchesOf(one.reading, space),
    })),
  )

/** Indexes remembered calls by their sketches. */
export function compile(sketched: readonly Sketched[]): Library {
  const sorted = [
    ...sketched.filter(({ category }) => category !== null),
    ...sketched.filter(({ category }) => category === null),
  ]
  return {
    size: sorted.length,
    patterns: sorted.filter(({ category }) => category !== null).length,
    neighbours: VIEWS.map((_, i) => indexOf(sorted.flatMap(({ sketches }) => sketches[i] ?? []))),
    weights: Uint8Array.from(sorted, ({ weight }) => Math.round(weight * 255)),
    member(index) {
      const { id = '', about = '', category = null } = sorted[index] ?? {}
      return { id, about, category }
    },
  }
}

type Read = Remembered & { reading: Reading }

/** Of calls that are remembered twice, keeps the first, with the greater weight. */
function withoutCopies(remembered: readonly Read[]): Read[] {
  const kept = new Map<string, Read>()
  for (const one of remembered) {
    const { call, category, reading } = one
    const key = JSON.stringify([category !== null, call.tool, call.command === null, reading.text])
    const before = kept.get(key)
    kept.set(key, before === undefined ? one : { ...before, weight: Math.max(before.weight, one.weight) })
  }
  return [...kept.values()]
}
