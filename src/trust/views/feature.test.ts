import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../../../test/helpers/any.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { FEATURES, featureOf, hashOf } from './feature.ts'

it('every hash has a feature within the space', () => {
  fc.assert(
    fc.property(fc.integer(), (hash) => {
      const feature = featureOf(hash)
      return Number.isInteger(feature) && feature >= 0 && feature < FEATURES
    }),
    { seed: seed(), numRuns: scaled(10_000) },
  )
})

it('the hash of a text does not depend on where it is cut', () => {
  fc.assert(
    fc.property(anyText(), anyText(), (one, other) => hashOf(other, hashOf(one)) === hashOf(one + other)),
    { seed: seed(), numRuns: scaled(2_000) },
  )
})

it('hashes stay the same: weights and indexes on disk depend on them', () => {
  expect(['', 'a', 'curl', 'ü'].map((text) => featureOf(hashOf(text)))).toEqual([0, 62_212, 40_968, 48_794])
})

it('similar texts spread over the space', () => {
  const features = Array.from({ length: 10_000 }, (_, i) => featureOf(hashOf(`word-${i}`)))
  // Of 10,000 random features, about 9,280 would differ.
  expect(new Set(features).size).toBeGreaterThan(9_100)
})
