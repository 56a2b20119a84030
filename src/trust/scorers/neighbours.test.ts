import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { FEATURES } from '../views/feature.ts'
import { indexOf, type Neighbours, Similarities } from './neighbours.ts'
import type { Sketch } from './sketch.ts'

const sketch = (...parts: (readonly [feature: number, share: number])[]): Sketch => ({
  features: Uint16Array.from(parts, ([feature]) => feature),
  shares: Uint8Array.from(parts, ([, share]) => share),
})

const all = (count: number): Uint8Array => new Uint8Array(count).fill(255)

type Found = { member: number; similarity: number }

function nearest(index: Neighbours, size: number, to: Sketch, from = 0, end = size, weights = all(size)): Found {
  const similarities = new Similarities(size)
  similarities.compare(index, to)
  return similarities.nearest(from, end, weights)
}

/** The same without an index: the cosine of the call with every member. */
function bruteForce(sketches: readonly Sketch[], to: Sketch, from: number, end: number, weights: Uint8Array): Found {
  let best: Found = { member: -1, similarity: 0 }
  for (let member = from; member < end; member++) {
    const one = sketches[member] as Sketch
    let product = 0
    for (const [i, feature] of to.features.entries()) {
      const at = one.features.indexOf(feature)
      if (at !== -1) product += (to.shares[i] ?? 0) * (one.shares[at] ?? 0)
    }
    const similarity = (Math.min(255 * 255, product) * (weights[member] ?? 0)) / (255 * 255 * 255)
    if (similarity > best.similarity) best = { member, similarity }
  }
  return best
}

/** Few features, so that sketches share some; at the edges of blocks and of the space. */
const FEATURE = fc.oneof(fc.constantFrom(0, 1, 15, 16, 17, 31, 32, FEATURES - 16, FEATURES - 1), fc.nat(40))
const SKETCH = fc
  .uniqueArray(fc.tuple(FEATURE, fc.integer({ min: 1, max: 255 })), { selector: ([one]) => one, maxLength: 8 })
  .map((parts) => sketch(...parts))

describe('the nearest neighbour', () => {
  it('is the one that comparing with every member finds', () => {
    fc.assert(
      fc.property(fc.array(SKETCH, { maxLength: 60 }), SKETCH, fc.nat(), fc.nat(), (sketches, to, a, b) => {
        const size = sketches.length
        const [from = 0, end = 0] = [a % (size + 1), b % (size + 1)].sort((one, other) => one - other)
        const weights = Uint8Array.from(sketches, (_, i) => (i * 53) % 256)
        const found = nearest(indexOf(sketches), size, to, from, end, weights)
        expect(found).toEqual(bruteForce(sketches, to, from, end, weights))
      }),
      { seed: seed(), numRuns: scaled(4_000) },
    )
  })

  it('is found the same way, whatever was compared before', () => {
    fc.assert(
      fc.property(fc.array(SKETCH, { minLength: 1, maxLength: 20 }), SKETCH, SKETCH, (sketches, before, to) => {
        const index = indexOf(sketches)
        const similarities = new Similarities(sketches.length)
        similarities.compare(index, before)
        similarities.compare(index, to)
        expect(similarities.nearest(0, sketches.length, all(sketches.length))).toEqual(
          nearest(index, sketches.length, to),
        )
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })

  it('of a member is itself, or an earlier member like it', () => {
    const one = sketch([1, 180], [2, 180])
    const found = nearest(indexOf([sketch([3, 255]), one, one]), 3, one)
    expect(found.member).toBe(1)
    expect(found.similarity).toBeGreaterThan(0.99)
  })

  it('is none if nothing is alike, nothing is remembered, or all trust in it is gone', () => {
    const [one, other] = [sketch([1, 255]), sketch([2, 255])]
    const none = { member: -1, similarity: 0 }
    expect(nearest(indexOf([one]), 1, other)).toEqual(none)
    expect(nearest(indexOf([]), 0, other)).toEqual(none)
    expect(nearest(indexOf([one]), 1, one, 0, 1, new Uint8Array(1))).toEqual(none)
  })

  it('is never more alike than the same', () => {
    expect(nearest(indexOf([sketch([1, 255], [2, 255])]), 1, sketch([1, 255], [2, 255])).similarity).toBe(1)
  })
})

describe('a feature that many sketches have', () => {
  const many = Array.from({ length: 200 }, (_, i) => sketch([5, 200], [100 + i, 150]))

  it('finds only the last of them: they are the newest', () => {
    const index = indexOf(many)
    expect(index.counts[5]).toBe(96)
    const similarities = new Similarities(200)
    similarities.compare(index, sketch([5, 255]))
    expect(similarities.nearest(0, 200, all(200)).member).toBe(104)
    expect(similarities.nearest(0, 104, all(200)).member).toBe(-1)
  })

  it('leaves their other features alone', () => {
    expect(nearest(indexOf(many), 200, sketch([5, 10], [100, 255])).member).toBe(0)
  })
})

it('more than 65,535 sketches have an index', () => {
  const sketches = Array.from({ length: 65_600 }, (_, i) => sketch([i % FEATURES, 255]))
  const index = indexOf(sketches)
  expect(index.members).toBeInstanceOf(Uint32Array)
  expect(nearest(index, sketches.length, sketch([60_000, 255])).member).toBe(60_000)
  expect(nearest(index, sketches.length, sketch([3, 255]), 65_536, 65_600).member).toBe(65_539)
})
