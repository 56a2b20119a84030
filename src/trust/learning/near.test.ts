import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR, anyJson } from '../../../test/helpers/any.ts'
import { keptBash, smallComparison, unlike } from '../../../test/helpers/lessons.ts'
import { FEW } from '../../../test/helpers/packs.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import type { Json } from '../../ledger/kinds.ts'
import { callOf } from '../call.ts'
import { medianOf } from '../risk.ts'
import { VIEWS } from '../views/views.ts'
import { keptCall } from './change.ts'

const KEPT = FEW.map(({ call }) => keptCall(call))

describe('the nearest kept call', () => {
  it('of a kept call is itself', () => {
    for (const kept of KEPT) {
      const near = smallComparison().nearest(kept, KEPT, 0.9)
      expect(near?.kept.id).toBe(kept.id)
      expect(near?.similarity).toBeGreaterThan(0.97)
    }
  })

  it('is the one with the greatest median cosine, however high the bar is', () => {
    const cosines = (a: number, b: number): number[] => {
      const [one, other] = [a, b].map((i) => smallComparison().sketchesOf(KEPT[i] ?? keptBash('')))
      return VIEWS.map((_, view) => {
        const [x, y] = [one?.[view], other?.[view]]
        let sum = 0
        for (const [i, feature] of (x?.features ?? []).entries()) {
          const at = y?.features.indexOf(feature) ?? -1
          if (at >= 0) sum += (x?.shares[i] ?? 0) * (y?.shares[at] ?? 0)
        }
        return Math.min(1, sum / 255 ** 2)
      })
    }
    const index = fc.nat(KEPT.length - 1)
    fc.assert(
      fc.property(index, fc.uniqueArray(index, { minLength: 1, maxLength: 9 }), fc.nat(10), (from, among, bar) => {
        const medians = among.map((to) => medianOf(cosines(from, to)))
        const best = Math.max(...medians)
        const near = smallComparison().nearest(
          KEPT[from] ?? keptBash(''),
          among.map((i) => KEPT[i] ?? keptBash('')),
          bar / 10,
        )
        expect(near?.similarity ?? null).toBe(best >= bar / 10 ? best : null)
        if (near !== null) expect(near.kept).toBe(KEPT[among[medians.indexOf(best)] ?? -1])
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })

  it('is none if nothing is kept, or nothing is alike enough', () => {
    const call = keptBash('frobnicate --all --force alpha')
    expect(smallComparison().nearest(call, [], 0)).toBe(null)
    expect(smallComparison().nearest(call, [keptBash('frobnicate --all --force omega')], 0.9)).toBe(null)
    expect(smallComparison().nearest(call, [keptBash('frobnicate --all --force omega')], 0.7)).not.toBe(null)
  })

  it('is far from calls that have nothing in common', () => {
    const many = Array.from({ length: 300 }, (_, i) => keptBash(unlike(i)))
    for (const [i, one] of many.entries()) expect(smallComparison().nearest(one, many.slice(0, i), 0.5)).toBe(null)
  })
})

it('any call at all is the same as itself, even an empty one', () => {
  const call = fc.oneof(
    fc.string({ unit: ANY_CHAR, maxLength: 60 }).map((command) => keptBash(command)),
    fc
      .tuple(fc.string(), anyJson())
      .map(([tool, input]) => keptCall(callOf({ tool, input: JSON.parse(JSON.stringify(input)) as Json }))),
    fc.constantFrom(keptBash(''), keptBash(' '), keptBash('#'), keptCall(callOf({ tool: '', input: null }))),
  )
  fc.assert(
    fc.property(call, (one) => {
      expect(smallComparison().nearest(one, [one], 0.9)?.kept).toBe(one)
    }),
    { seed: seed(), numRuns: scaled(4_000) },
  )
})
