import { describe, expect, it } from 'vitest'
import type { Bag } from '../views/bag.ts'
import { linearOf } from './linear.ts'

const OWN = { weights: Int8Array.of(10, -20, 0, 5), unit: 0.5, bias: 0.25 }

const bag = (...parts: (readonly [feature: number, weight: number])[]): Bag => ({
  features: Uint16Array.from(parts, ([feature]) => feature),
  weights: Uint8Array.from(parts, ([, weight]) => weight),
})

describe('the weights of a call', () => {
  it('are added up, on top of the bias', () => {
    expect(linearOf(bag([0, 16]), OWN)).toBe(0.25 + 5)
    expect(linearOf(bag([1, 16]), OWN)).toBe(0.25 - 10)
  })

  it('count by the share of each feature, not by the length of the call', () => {
    expect(linearOf(bag([0, 16], [1, 16]), OWN)).toBeCloseTo(0.25 - 5 / Math.SQRT2)
    expect(linearOf(bag([0, 31]), OWN)).toBe(linearOf(bag([0, 16]), OWN))
  })

  it('are the bias alone without features, or with features that have no weight', () => {
    expect(linearOf(bag(), OWN)).toBe(0.25)
    expect(linearOf(bag([2, 16], [60_000, 16]), OWN)).toBe(0.25)
  })
})
