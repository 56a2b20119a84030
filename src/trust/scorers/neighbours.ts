import { FEATURES } from '../views/feature.ts'
import type { Sketch } from './sketch.ts'

/** Sketches of one view, found by feature: an inverted index in plain arrays, which load as fast as they can be read. */
export type Neighbours = {
  /** Where the postings of every 16th feature begin. */
  blocks: Uint32Array
  /** How many postings a feature has. */
  counts: Uint8Array
  /** For each posting: which sketch, and its share in 255ths. */
  members: Uint16Array | Uint32Array
  shares: Uint8Array
}

const BLOCK = 16

/** A feature that more sketches have says little about any of them; the others are left out. */
const MAX_POSTINGS = 96

const NONE: Neighbours = {
  blocks: new Uint32Array(),
  counts: new Uint8Array(),
  members: new Uint16Array(),
  shares: new Uint8Array(),
}

const NO_SKETCH: Sketch = { features: new Uint16Array(), shares: new Uint8Array() }

/** Indexes sketches. */
export function indexOf(sketches: readonly Sketch[]): Neighbours {
  if (sketches.length === 0) return NONE
  const counts = countsIn(sketches)
  const starts = new Uint32Array(FEATURES + 1)
  for (let i = 0; i < FEATURES; i++) starts[i + 1] = (starts[i] ?? 0) + (counts[i] ?? 0)
  const total = starts[FEATURES] ?? 0
  const members = sketches.length > 0xffff ? new Uint32Array(total) : new Uint16Array(total)
  const shares = new Uint8Array(total)
  const free = starts.slice()
  // Backwards: if a feature has too many sketches, the newest must count.
  for (let member = sketches.length - 1; member >= 0; member--) {
    const { features, shares: own } = sketches[member] ?? NO_SKETCH
    for (const [i, feature] of features.entries()) {
      const at = free[feature] ?? 0
      if (at === starts[feature + 1]) continue
      members[at] = member
      shares[at] = own[i] ?? 0
      free[feature] = at + 1
    }
  }
  return { blocks: starts.filter((_, i) => i % BLOCK === 0 && i < FEATURES), counts, members, shares }
}

function countsIn(sketches: readonly Sketch[]): Uint8Array {
  const counts = new Uint8Array(FEATURES)
  for (const { features } of sketches)
    for (const feature of features) counts[feature] = Math.min(MAX_POSTINGS, (counts[feature] ?? 0) + 1)
  return counts
}

/** How similar remembered sketches are to one call. */
export class Similarities {
  /** Products of shares, summed for each sketch; and the sketches that have any. */
  readonly #sums: Uint32Array
  readonly #similar: Uint32Array
  #count = 0

  constructor(size: number) {
    this.#sums = new Uint32Array(size)
    this.#similar = new Uint32Array(size)
  }

  /** Compares a call's sketch with all indexed ones. Forgets the comparison before. */
  compare(neighbours: Neighbours, sketch: Sketch): void {
    for (let i = 0; i < this.#count; i++) this.#sums[this.#similar[i] ?? 0] = 0
    this.#count = 0
    for (let i = 0; i < sketch.features.length; i++)
      this.#addShares(neighbours, sketch.features[i] ?? 0, sketch.shares[i] ?? 0)
  }

  #addShares({ blocks, counts, members, shares }: Neighbours, feature: number, share: number): void {
    const block = feature - (feature % BLOCK)
    let at = blocks[block / BLOCK] ?? 0
    for (let before = block; before < feature; before++) at += counts[before] ?? 0
    const end = at + (counts[feature] ?? 0)
    for (; at < end; at++) {
      const member = members[at] ?? 0
      const sum = this.#sums[member] ?? 0
      if (sum === 0) this.#similar[this.#count++] = member
      this.#sums[member] = sum + share * (shares[at] ?? 0)
    }
  }

  /** The most similar of the members `from` to `to`, by weight. The first member wins a tie; -1 if there is none. */
  nearest(from: number, to: number, weights: Uint8Array): { member: number; similarity: number } {
    let member = -1
    let greatest = 0
    for (let i = 0; i < this.#count; i++) {
      const one = this.#similar[i] ?? 0
      if (one < from || one >= to) continue
      const own = Math.min(SAME, this.#sums[one] ?? 0) * (weights[one] ?? 0)
      if (own > greatest || (own === greatest && one < member)) {
        member = one
        greatest = own
      }
    }
    return { member, similarity: greatest / (SAME * 255) }
  }
}

/** The sum of a sketch with itself, but for rounding. */
const SAME = 255 * 255
