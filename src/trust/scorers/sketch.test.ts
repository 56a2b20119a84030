import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { UNSEEN_RARITY, type ViewSpace } from '../space.ts'
import type { Bag } from '../views/bag.ts'
import { FEATURES } from '../views/feature.ts'
import { sketchOf } from './sketch.ts'

/** A space in which these features have these rarities; training saw no others. */
function space(rarities: { [feature: number]: number } = {}): ViewSpace {
  const rarity = new Uint8Array(FEATURES)
  for (const [feature, value] of Object.entries(rarities)) rarity[Number(feature)] = value
  return { weights: new Int8Array(FEATURES), unit: 1, bias: 0, rarity, calibration: { hundredth: 0, twentieth: -1 } }
}

const bag = (...features: (readonly [feature: number, weight: number])[]): Bag => ({
  features: Uint16Array.from(features, ([feature]) => feature),
  weights: Uint8Array.from(features, ([, weight]) => weight),
})

describe('a sketch', () => {
  it('keeps the eight most telling features, rarest first', () => {
    const features = Array.from({ length: 20 }, (_, i) => [i, 16] as const)
    const rarities = Object.fromEntries(features.map(([feature]) => [feature, 10 + feature]))
    expect([...sketchOf(bag(...features), space(rarities)).features]).toEqual([19, 18, 17, 16, 15, 14, 13, 12])
  })

  it('treats a feature that training never saw as rare', () => {
    const { features } = sketchOf(bag([1, 16], [2, 16]), space({ 1: UNSEEN_RARITY - 1 }))
    expect([...features]).toEqual([2, 1])
  })

  it('prefers a feature that occurs often', () => {
    expect([...sketchOf(bag([1, 16], [2, 24]), space({ 1: 50, 2: 50 })).features]).toEqual([2, 1])
  })

  it('of one feature is that feature alone', () => {
    expect(sketchOf(bag([7, 16]), space())).toEqual({ features: Uint16Array.of(7), shares: Uint8Array.of(255) })
  })

  it('of nothing is empty', () => {
    expect(sketchOf(bag(), space()).features).toHaveLength(0)
  })
})

/** Any bag, each feature once. */
const anyBag = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: FEATURES - 1 }), fc.integer({ min: 16, max: 31 })), {
    selector: ([feature]) => feature,
    maxLength: 40,
  })
  .map((features) => ({ features, view: space(Object.fromEntries(features.map(([one], i) => [one, (i * 37) % 256]))) }))

describe('any sketch', () => {
  it('does not depend on the order of features', () => {
    fc.assert(
      fc.property(anyBag, ({ features, view }) => {
        expect(sketchOf(bag(...features), view)).toEqual(sketchOf(bag(...[...features].reverse()), view))
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })

  it('has a length of 1, but for rounding, and no share of 0', () => {
    fc.assert(
      fc.property(anyBag, ({ features, view }) => {
        fc.pre(features.length > 0)
        const { shares } = sketchOf(bag(...features), view)
        const squares = shares.reduce((sum, share) => sum + (share / 255) ** 2, 0)
        expect(Math.abs(Math.sqrt(squares) - 1)).toBeLessThan(0.02)
        expect(Math.min(...shares)).toBeGreaterThan(0)
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })
})
