import { describe, expect, it } from 'vitest'
import { automaticAnswer, COLD_OUTCOMES, isCold, type OwnRate, ownRateOf } from './own-rate.ts'
import { NEW_STATE } from './state.ts'

const rate = (more: Partial<OwnRate> = {}): OwnRate => ({
  calls: 1_000,
  falseAlarms: 0,
  outcomes: COLD_OUTCOMES,
  ...more,
})
const count = (scored: number, ...escalated: number[]) => ({ stream: 's', turn: 1, scored, ran: scored, escalated })

describe("a project's own rate", () => {
  it('sums up its recent turns', () => {
    const state = { ...NEW_STATE, counts: [count(10, 3), count(20, 8, 9)], outcomes: 500 }
    expect(ownRateOf(state)).toEqual({ calls: 30, falseAlarms: 3, outcomes: 500 })
  })

  it('of a new project is nothing', () => {
    expect(ownRateOf(NEW_STATE)).toEqual({ calls: 0, falseAlarms: 0, outcomes: 0 })
  })
})

describe('a risky call', () => {
  it('is flagged while the project is cold, however rare false alarms are', () => {
    for (const outcomes of [0, COLD_OUTCOMES - 1]) {
      expect(isCold(rate({ outcomes }))).toBe(true)
      expect(automaticAnswer(rate({ outcomes }))).toBe('flag')
    }
  })

  it('is asked about once the project has experience and false alarms are rare', () => {
    expect(isCold(rate())).toBe(false)
    expect(automaticAnswer(rate())).toBe('ask')
    expect(automaticAnswer(rate({ falseAlarms: 9 }))).toBe('ask')
  })

  it('is flagged if 1 % of the calls or more were false alarms', () => {
    expect(automaticAnswer(rate({ falseAlarms: 10 }))).toBe('flag')
    expect(automaticAnswer(rate({ falseAlarms: 1_000 }))).toBe('flag')
  })

  it('is flagged if nothing recent is known', () => {
    expect(automaticAnswer(rate({ calls: 0 }))).toBe('flag')
  })
})
