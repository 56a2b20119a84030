import { FEATURES } from '../views/feature.ts'
import type { Sketch } from './sketch.ts'

/** Sketches of one view, found by feature: an inverted index in plain arrays, which load as fast as they can be read. */
export type Neighbours = {
  /** The beginning of the postings of every 16th feature. */
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
  const { counts, blocks, total } = countsIn(sketches)
  const members = sketches.length > 0xffff ? new Uint32Array(total) : new Uint16Array(total)
  const shares = new Uint8Array(total)
  const placed = new Uint8Array(FEATURES)
  // Backwards: if a feature has too many sketches, the newest must count.
  for (let member = sketches.length - 1; member >= 0; member--) {
    const { features, shares: own } = sketches[member] ?? NO_SKETCH
    for (let i = 0; i < features.length; i++) {
      const feature = features[i] ?? 0
      const before = placed[feature] ?? 0
      if (before === counts[feature]) continue
      const at = startOf(feature, blocks, counts) + before
      members[at] = member
      shares[at] = own[i] ?? 0
      placed[feature] = before + 1
    }
  }
  return { blocks, counts, members, shares }
}

/** Finds the beginning of the postings of a feature. */
function startOf(feature: number, blocks: Uint32Array, counts: Uint8Array): number {
  const block = feature - (feature % BLOCK)
  let at = blocks[block / BLOCK] ?? 0
  for (let before = block; before < feature; before++) at += counts[before] ?? 0
  return at
}

/** Counts the postings of each feature, and says where every 16th feature begins. */
function countsIn(sketches: readonly Sketch[]): { counts: Uint8Array; blocks: Uint32Array; total: number } {
  const counts = new Uint8Array(FEATURES)
  const blocks = new Uint32Array(FEATURES / BLOCK)
  for (const { features } of sketches)
    for (let i = 0; i < features.length; i++) {
      const feature = features[i] ?? 0
      const count = counts[feature] ?? 0
      if (count === MAX_POSTINGS) continue
      counts[feature] = count + 1
      const block = (feature - (feature % BLOCK)) / BLOCK
      blocks[block] = (blocks[block] ?? 0) + 1
    }
  let total = 0
  for (let block = 0; block < blocks.length; block++) {
    const count = blocks[block] ?? 0
    blocks[block] = total
    total += count
  }
  return { counts, blocks, total }
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
    let at = startOf(feature, blocks, counts)
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
