import { describe, expect, it } from 'vitest'
import { fine, lessonsFrom, refused, smallComparison, unlike } from '../../../test/helpers/lessons.ts'
import { smallPack } from '../../../test/helpers/packs.ts'
import { callOf } from '../call.ts'
import { riskOf } from '../risk.ts'
import { NEW_STATE, type TrustState } from '../state.ts'
import type { Observed } from './lessons.ts'
import { ownLibrary } from './own-library.ts'

function stateAfter(...seen: Observed[]): TrustState {
  const lessons = lessonsFrom()
  for (const one of seen) lessons.observe(one, smallComparison())
  return lessons.state
}

const A = 'frobnicate --all --force alpha'
const scoreWith = (state: TrustState, command: string): number => {
  const { space, library } = smallPack()
  const own = ownLibrary(state, smallComparison())
  return riskOf(callOf({ tool: 'Bash', input: { command } }), { space, library, own }).score ?? Number.NaN
}

describe('the library of what a project has learnt', () => {
  it('is none if that is nothing', () => {
    expect(ownLibrary(NEW_STATE, smallComparison())).toBe(null)
    expect(ownLibrary(stateAfter(refused(1, A, { score: 0.1 })), smallComparison())).toBe(null)
  })

  it('has live patterns with their weights, and exemplars', () => {
    const state = stateAfter(refused(1, A), refused(2, unlike(1)), fine(3, unlike(2)), fine(4, A))
    const library = ownLibrary(state, smallComparison())
    expect(library).toMatchObject({ size: 3, patterns: 2 })
    expect([0, 1, 2].map((i) => library?.member(i))).toMatchObject([
      { about: A, category: 'destructive' },
      { about: unlike(1), category: 'destructive' },
      { about: unlike(2), category: null },
    ])
    expect([...(library?.weights ?? [])]).toEqual([128, 255, 255])
  })

  it('leaves out archived patterns', () => {
    const state = stateAfter(refused(1, A), fine(2, A), fine(3, A), fine(4, A))
    expect(Object.keys(state.patterns)).toHaveLength(1)
    expect(ownLibrary(state, smallComparison())).toBe(null)
  })

  it('raises the score of a call like one that did harm, and less with every doubt', () => {
    const scores = [NEW_STATE, stateAfter(refused(1, A), fine(2, A)), stateAfter(refused(1, A))].map((state) =>
      scoreWith(state, 'frobnicate --all --force omega'),
    )
    expect(scores).toEqual([...scores].sort((a, b) => a - b))
    expect(new Set(scores).size).toBe(3)
  })

  it('lowers the score of a call like one that was fine, and of no other', () => {
    const state = stateAfter(fine(1, A))
    expect(scoreWith(state, A)).toBeLessThan(scoreWith(NEW_STATE, A))
    expect(scoreWith(state, unlike(1))).toBeCloseTo(scoreWith(NEW_STATE, unlike(1)), 9)
  })
})
