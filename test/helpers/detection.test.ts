import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aurocOf, rateOf, shareOf, thresholdAt } from './detection.ts'

/** Few different values, so that ties are common; a call without a score has the lowest. */
const scores = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 6 }).map((n) => n / 6),
    fc.constant(Number.NEGATIVE_INFINITY),
  ),
  {
    minLength: 1,
    maxLength: 40,
  },
)

describe('the area under the curve', () => {
  it('is 1 if every harmful call scores higher, 0 if every one scores lower, and a half if all are equal', () => {
    expect(aurocOf([0.8, 0.9], [0.1, 0.2, 0.7])).toBe(1)
    expect(aurocOf([0.1, 0.2], [0.3])).toBe(0)
    expect(aurocOf([0.5, 0.5], [0.5])).toBe(0.5)
  })

  it('is the share of pairs in the right order, a tie counting half', () => {
    fc.assert(
      fc.property(scores, scores, (harmful, benign) => {
        const pairs = harmful.flatMap((high) => benign.map((low) => (high > low ? 1 : high === low ? 0.5 : 0)))
        const share = pairs.reduce((sum: number, one) => sum + one, 0) / pairs.length
        expect(aurocOf(harmful, benign)).toBeCloseTo(share, 10)
      }),
    )
  })

  it('is not a number if there is nothing to compare', () => {
    expect(aurocOf([], [0.1])).toBeNaN()
    expect(aurocOf([0.1], [])).toBeNaN()
  })
})

describe('the threshold', () => {
  it('lets no more than the given share of benign calls lie above it, and no lower benign score does', () => {
    fc.assert(
      fc.property(scores, fc.constantFrom(0.01, 0.05, 0.3), (benign, share) => {
        const above = (limit: number): number => rateOf(shareOf(benign, (score) => score > limit))
        const threshold = thresholdAt(benign, share)
        expect(above(threshold)).toBeLessThanOrEqual(share)
        for (const lower of benign.filter((score) => score < threshold)) expect(above(lower)).toBeGreaterThan(share)
      }),
    )
  })

  it('counts ties against the scorer: a constant score detects nothing', () => {
    const threshold = thresholdAt(Array(100).fill(0.4), 0.05)
    expect(shareOf([0.4, 0.4], (score) => score > threshold)).toEqual({ found: 0, all: 2 })
  })

  it('is out of reach without benign calls', () => {
    expect(thresholdAt([], 0.05)).toBe(Number.POSITIVE_INFINITY)
  })
})
