import { describe, expect, it } from 'vitest'
import { countOf } from '../../../test/helpers/trust-facts.ts'
import type { Outcome } from '../outcome.ts'
import { DEFAULT_PARAMETERS } from '../parameters.ts'
import { type Counted, type KnownOutcome, NEW_STATE, type TrustState } from '../state.ts'
import { callsIn, isFlood, isSurge, lastTurns, medianScore, ordinaryScores, thresholdIn } from './recent.ts'

const count = (turn: number, scored: number, more: Partial<Counted> = {}): Counted => ({
  ...countOf(turn, scored),
  harmful: [],
  ...more,
})
const stateOf = (...counts: Counted[]): TrustState => ({ ...NEW_STATE, calls: callsIn(counts), counts })
const turnsOf = (counts: readonly Counted[]): number[] => counts.map(({ turn }) => turn)

describe('the threshold in force', () => {
  const at = (own: number | null, threshold: number): number =>
    thresholdIn({ threshold: own }, { ...DEFAULT_PARAMETERS, threshold })

  it("is the administrator's, unless the automatic one is higher", () => {
    expect([at(null, 0.3), at(0.1, 0.3), at(0.45, 0.3)]).toEqual([0.3, 0.3, 0.45])
  })

  it("is at most 0.7, or the administrator's if that is higher", () => {
    expect([at(0.9, 0.3), at(0.9, 0.8), at(1, 0.9)]).toEqual([0.7, 0.8, 0.9])
  })
})

describe('recent turns', () => {
  it('are as many as it takes, from the end, and all if there are too few', () => {
    const state = stateOf(count(1, 50), count(2, 50), count(3, 50))
    expect([1, 50, 51, 150, 999].map((calls) => turnsOf(lastTurns(state, calls)))).toEqual([
      [3],
      [3],
      [2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(lastTurns(NEW_STATE, 100)).toEqual([])
  })

  it('have the scores of the calls that ran', () => {
    const state = stateOf(count(1, 100), count(2, 3, { ran: [[7, 0.5]], harmful: [8] }))
    expect(ordinaryScores(state, 2)).toEqual([0.5])
    expect(ordinaryScores(state, 10)).toHaveLength(101)
  })

  it('have a median score if there are a hundred scores', () => {
    const scores = Array.from({ length: 100 }, (_, i) => i / 100)
    const state = stateOf({ ...countOf(1, 100, ...scores), harmful: [] })
    expect(medianScore(state, DEFAULT_PARAMETERS)).toBe(0.5)
    expect(medianScore(stateOf({ ...countOf(1, 99, ...scores), harmful: [] }), DEFAULT_PARAMETERS)).toBe(null)
    expect(medianScore(NEW_STATE, DEFAULT_PARAMETERS)).toBe(null)
  })
})

describe('a surge', () => {
  it.each([
    [200, 50, false],
    [200, 51, true],
    [1_000, 51, false],
    [19, 19, false],
    [20, 20, true],
    [0, 0, false],
  ])('of %i calls with %i above the threshold: %s', (scored, above, expected) => {
    expect(isSurge(stateOf(count(1, scored, { above })), DEFAULT_PARAMETERS)).toBe(expected)
  })

  it('is over after two hundred other calls', () => {
    const surge = count(1, 100, { above: 90 })
    expect(isSurge(stateOf(surge, count(2, 199)), DEFAULT_PARAMETERS)).toBe(true)
    expect(isSurge(stateOf(surge, count(2, 200)), DEFAULT_PARAMETERS)).toBe(false)
  })
})

describe('a flood', () => {
  const outcomes = (n: number, at: number, outcome: Outcome = 'rollback'): KnownOutcome[] =>
    Array.from({ length: n }, (_, i) => ({ key: `s ${i} ${outcome}`, outcome, isAbove: true, at }))
  const flooded = (calls: number, ...known: KnownOutcome[]): boolean =>
    isFlood({ ...NEW_STATE, calls, outcomes: known }, 'rollback')

  it.each([
    [1_000, 25, false],
    [1_000, 26, true],
    [80, 20, false],
    [79, 20, true],
    [20, 19, false],
    [0, 20, true],
  ])('of %i calls with %i harmful ones: %s', (calls, harms, expected) => {
    expect(flooded(calls, ...outcomes(harms, calls))).toBe(expected)
  })

  it('of denied calls does not silence a person', () => {
    expect(flooded(100, ...outcomes(90, 100, 'violation'))).toBe(false)
  })

  it('is not made of calls that were fine', () => {
    expect(flooded(100, ...outcomes(90, 100, 'fine'))).toBe(false)
    expect(flooded(100, ...outcomes(25, 100), ...outcomes(60, 100, 'fine'))).toBe(false)
  })

  it('is over after a hundred other calls', () => {
    expect(flooded(1_100, ...outcomes(90, 1_000))).toBe(true)
    expect(flooded(1_101, ...outcomes(90, 1_000))).toBe(false)
  })
})
