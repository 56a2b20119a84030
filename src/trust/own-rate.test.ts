import { describe, expect, it } from 'vitest'
import { countOf } from '../../test/helpers/trust-facts.ts'
import { automaticAnswer, COLD_CALLS, isCold, type OwnRate, ownRateOf } from './own-rate.ts'
import { DEFAULT_PARAMETERS } from './parameters.ts'
import { type Counted, NEW_STATE, type TrustState } from './state.ts'

const rate = (more: Partial<OwnRate> = {}): OwnRate => ({ calls: 5_000, recent: 1_000, falseAlarms: 0, ...more })

const count = (turn: number, scored: number, ...scores: number[]): Counted => ({
  ...countOf(turn, scored, ...scores),
  harmful: [],
})
const stateOf = (...counts: Counted[]): TrustState => ({
  ...NEW_STATE,
  calls: counts.reduce((sum, { scored }) => sum + scored, 0),
  counts,
})

describe("a project's own rate", () => {
  it('counts the high scores among recent calls that ran; a score above the threshold need not be high', () => {
    const state = stateOf(count(1, 10, 0.5), count(2, 20, 0.9, 0.49, 0.31, 0.5))
    expect(ownRateOf(state, DEFAULT_PARAMETERS)).toEqual({ calls: 30, recent: 30, falseAlarms: 3 })
  })

  it('follows what the administrator calls high', () => {
    const state = stateOf(count(1, 10, 0.5, 0.7))
    expect(ownRateOf(state, { mapping: { elevated: 0.25, high: 0.6 } }).falseAlarms).toBe(1)
  })

  it('does not count calls that did not run, or did harm', () => {
    const state = stateOf({ ...count(1, 10), ran: [[3, 0.1]], harmful: [4] })
    expect(ownRateOf(state, DEFAULT_PARAMETERS)).toEqual({ calls: 10, recent: 10, falseAlarms: 0 })
  })

  it('is about the latest 1,000 calls, to whole turns', () => {
    const state = stateOf(count(1, 900, 0.9), count(2, 600, 0.9), count(3, 500))
    expect(ownRateOf(state, DEFAULT_PARAMETERS)).toEqual({ calls: 2_000, recent: 1_100, falseAlarms: 1 })
  })

  it('of a new project is nothing', () => {
    expect(ownRateOf(NEW_STATE, DEFAULT_PARAMETERS)).toEqual({ calls: 0, recent: 0, falseAlarms: 0 })
  })
})

describe('a risky call', () => {
  it('is flagged while the project is cold, however rare false alarms are', () => {
    for (const calls of [0, COLD_CALLS - 1]) {
      expect(isCold(rate({ calls }))).toBe(true)
      expect(automaticAnswer(rate({ calls }))).toBe('flag')
    }
  })

  it('is asked about once the project has experience and false alarms are rare', () => {
    expect(isCold(rate({ calls: COLD_CALLS }))).toBe(false)
    expect(automaticAnswer(rate())).toBe('ask')
    expect(automaticAnswer(rate({ falseAlarms: 9 }))).toBe('ask')
  })

  it('is flagged if 1 % of the calls or more were false alarms', () => {
    expect(automaticAnswer(rate({ falseAlarms: 10 }))).toBe('flag')
    expect(automaticAnswer(rate({ falseAlarms: 1_000 }))).toBe('flag')
  })

  it('is flagged if nothing recent is known', () => {
    expect(automaticAnswer(rate({ recent: 0 }))).toBe('flag')
  })
})
