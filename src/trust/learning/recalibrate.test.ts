import { describe, expect, it } from 'vitest'
import { fine, keptBash, lessonsFrom, refused, smallComparison, unlike } from '../../../test/helpers/lessons.ts'
import { countOf } from '../../../test/helpers/trust-facts.ts'
import { DEFAULT_PARAMETERS, type Parameters } from '../parameters.ts'
import { NEW_STATE, type TrustState } from '../state.ts'
import type { Change } from './change.ts'
import type { Observed } from './lessons.ts'
import { commandedRecalibration, dueRecalibration } from './recalibrate.ts'

/** A state after some calls with these scores, in turns of a hundred. */
function stateAfter(calls: number, scoreOf: (i: number) => number, from: TrustState = NEW_STATE): TrustState {
  const lessons = lessonsFrom(from)
  for (let i = 0; i < calls; i += 100) {
    const size = Math.min(100, calls - i)
    const scores = Array.from({ length: size }, (_, j) => scoreOf(i + j))
    lessons.count({ ...countOf(10_000 + from.calls + i, size, ...scores), above: 0 })
  }
  return lessons.state
}

const LOW = (): number => 0.05
/** One in twenty is above the administrator's threshold. */
const NOISY = (i: number): number => (i % 20 === 0 ? 0.4 : 0.05)

const changesOf = (state: TrustState, parameters: Partial<Parameters> = {}): Change[] =>
  dueRecalibration(state, { ...DEFAULT_PARAMETERS, ...parameters })?.changes ?? []
const moved = (state: TrustState, parameters: Partial<Parameters> = {}): unknown =>
  changesOf(state, parameters).flatMap((one) => (one.kind === 'threshold.moved' ? [one.to] : []))[0]
const weighed = (state: TrustState, parameters: Partial<Parameters> = {}): number[] =>
  changesOf(state, parameters).flatMap((one) => (one.kind === 'pattern.weighed' ? [one.weight] : []))

/** A state with one pattern, in which calls were scored since its last match. */
function withPattern(calls: number, weight = 1, more: Partial<TrustState> = {}): TrustState {
  const lessons = lessonsFrom()
  lessons.observe(refused(1, unlike(0)), smallComparison())
  const { patterns } = lessons.state
  const [id = '', pattern] = Object.entries(patterns)[0] ?? []
  if (pattern === undefined) throw new Error('Harm teaches a pattern.')
  return { ...NEW_STATE, calls, patterns: { [id]: { ...pattern, weight } }, ...more }
}

describe('the automatic threshold', () => {
  it('is looked at after each hundred calls', () => {
    expect(dueRecalibration(stateAfter(99, NOISY), DEFAULT_PARAMETERS)).toBe(null)
    expect(dueRecalibration(stateAfter(100, NOISY), DEFAULT_PARAMETERS)).toMatchObject({ by: 'calls', calls: 100 })
    const state = { ...stateAfter(300, NOISY), movedAt: 250 }
    expect(dueRecalibration(state, DEFAULT_PARAMETERS)).toBe(null)
  })

  it('rises until 97 % of ordinary calls are below it', () => {
    expect(moved(stateAfter(500, NOISY))).toBe(0.4)
    expect(moved(stateAfter(500, (i) => (i % 50 === 0 ? 0.4 : 0.05)))).toBe(undefined)
  })

  it("is never lower than the administrator's: then it is not set", () => {
    expect(moved({ ...stateAfter(500, NOISY), threshold: 0.6 })).toBe(0.4)
    expect(moved({ ...stateAfter(500, LOW), threshold: 0.6 })).toBe(null)
    expect(moved({ ...stateAfter(500, NOISY), threshold: 0.6 }, { threshold: 0.5 })).toBe(null)
    expect(moved(stateAfter(500, LOW))).toBe(undefined)
  })

  const RISKY = (i: number): number => (i % 10 === 0 ? 0.99 : 0.05)

  it("is never higher than 0.7, nor than 0.4 above the administrator's, whatever the scores are", () => {
    expect(moved(stateAfter(500, RISKY))).toBe(0.7)
    expect(moved(stateAfter(500, RISKY), { threshold: 0.1 })).toBe(0.5)
  })

  it("stays if too many calls are above the administrator's threshold, though below the automatic one", () => {
    expect(moved(stateAfter(500, (i) => (i % 3 === 0 ? 0.6 : 0.05)))).toBe(undefined)
  })

  it('stays in a surge: an agent cannot raise it with risky calls', () => {
    const state = stateAfter(500, NOISY)
    const counts = state.counts.map((one) => ({ ...one, above: 30 }))
    expect(moved({ ...state, counts })).toBe(undefined)
  })

  it('stays if fewer than a hundred calls ran', () => {
    const state = stateAfter(500, NOISY)
    const withRan = (calls: number): TrustState => ({
      ...state,
      counts: state.counts.map((one) => ({ ...one, ran: one.ran.slice(0, calls / 5) })),
    })
    expect(moved(withRan(95))).toBe(undefined)
    expect(moved(withRan(100))).toBe(0.4)
  })

  it('does not count calls that did harm', () => {
    const state = stateAfter(500, NOISY)
    const counts = state.counts.map((one) => ({ ...one, ran: one.ran.filter(([, score]) => score < 0.4) }))
    expect(moved({ ...state, counts })).toBe(undefined)
  })
})

describe('a recalibration after a window', () => {
  it('comes after as many calls as the administrator says', () => {
    expect(dueRecalibration(stateAfter(999, LOW), DEFAULT_PARAMETERS)?.by).toBe('calls')
    expect(dueRecalibration(stateAfter(1_000, LOW), DEFAULT_PARAMETERS)).toMatchObject({ by: 'window', median: 0.05 })
    expect(dueRecalibration(stateAfter(100, LOW), { ...DEFAULT_PARAMETERS, window: 100 })?.by).toBe('window')
  })

  it('makes a pattern that nothing matched for a window count less', () => {
    expect(weighed(withPattern(1_000))).toEqual([0.8])
    expect(weighed(withPattern(1_000), { decay: 0.5 })).toEqual([0.5])
    expect(weighed(withPattern(1_000), { decay: 1 })).toEqual([])
  })

  it('leaves a pattern alone that a call matched', () => {
    const state = withPattern(1_000)
    const patterns = Object.fromEntries(
      Object.entries(state.patterns).map(([id, one]) => [id, { ...one, matchedAt: 1 }]),
    )
    expect(weighed({ ...state, patterns })).toEqual([])
  })

  it('archives a pattern of which hardly anything is left, after eight windows', () => {
    expect(weighed(withPattern(1_000, 0.25))).toEqual([0.2])
    expect(weighed(withPattern(1_000, 0.24))).toEqual([0])
    expect(weighed(withPattern(1_000, 0))).toEqual([])
    const weights = [1]
    while ((weights.at(-1) ?? 0) > 0) weights.push(...weighed(withPattern(1_000, weights.at(-1))))
    expect(weights).toHaveLength(9)
  })
})

describe('drift', () => {
  const drifted = (score: number, baseline: number | null, more: Partial<TrustState> = {}) =>
    dueRecalibration({ ...stateAfter(1_000, () => score), baseline, ...more }, DEFAULT_PARAMETERS)

  it.each([
    [0.13, 0.1, 'none'],
    [0.135, 0.1, 'none'],
    [0.14, 0.1, 'up'],
    [0.08, 0.1, 'none'],
    [0.07, 0.1, 'down'],
    [0.1, null, 'none'],
  ] as const)('of a median of %d against %d is: %s', (median, baseline, drift) => {
    expect(drifted(median, baseline)).toMatchObject({ median, drift })
  })

  it('up damps patterns, but leaves them half their weight and archives none', () => {
    const { patterns } = withPattern(0)
    const matched = (weight: number) => ({
      patterns: Object.fromEntries(
        Object.entries(patterns).map(([id, one]) => [id, { ...one, weight, matchedAt: 999 }]),
      ),
    })
    const damped = (weight: number): unknown =>
      drifted(0.2, 0.1, matched(weight))?.changes.flatMap((one) => (one.kind === 'pattern.weighed' ? [one.weight] : []))
    expect([1, 0.55, 0.5, 0.3].map(damped)).toEqual([[0.85], [0.5], [], []])
    expect(drifted(0.05, 0.1, matched(1))?.changes).toEqual([])
  })

  it('up in a surge damps nothing: the risk is real', () => {
    const { patterns } = withPattern(0)
    const live = Object.fromEntries(Object.entries(patterns).map(([id, one]) => [id, { ...one, matchedAt: 999 }]))
    const { counts } = stateAfter(1_000, () => 0.2)
    const surge = counts.map((one) => ({ ...one, above: 90 }))
    expect(drifted(0.2, 0.1, { patterns: live, counts: surge })).toMatchObject({ drift: 'up', changes: [] })
  })
})

describe('a recalibration that an administrator asked for', () => {
  const learnt = (at: string, from: TrustState, ...seen: Observed[]): TrustState => {
    const lessons = lessonsFrom(from, DEFAULT_PARAMETERS, at)
    for (const one of seen) lessons.observe(one, smallComparison())
    return lessons.state
  }
  const before = learnt('2026-01-01T00:00:00.000Z', NEW_STATE, refused(1, unlike(1)), fine(2, unlike(2)))
  const more = [refused(3, unlike(3)), fine(4, unlike(4)), refused(5, unlike(5), { score: 0.1 })]
  const state = { ...learnt('2026-02-01T00:00:00.000Z', before, ...more), threshold: 0.5, baseline: 0.1 }

  it("returns to the administrator's threshold, and keeps what was learnt", () => {
    expect(commandedRecalibration(state, DEFAULT_PARAMETERS, { command: 'c1', since: null })).toEqual({
      calls: 0,
      by: 'command',
      command: 'c1',
      median: null,
      drift: 'none',
      changes: [{ kind: 'threshold.moved', to: null }],
    })
  })

  it('forgets what was learnt since a time, and nothing older', () => {
    const { changes } = commandedRecalibration(state, DEFAULT_PARAMETERS, {
      command: 'c1',
      since: '2026-02-01T00:00:00.000Z',
    })
    expect(changes).toEqual([
      { kind: 'threshold.moved', to: null },
      { kind: 'pattern.weighed', id: keptBash(unlike(3)).id, weight: 0 },
      { kind: 'exemplar.dropped', id: keptBash(unlike(4)).id },
      { kind: 'candidate.dropped', id: keptBash(unlike(5)).id },
    ])
    const all = commandedRecalibration(state, DEFAULT_PARAMETERS, { command: 'c1', since: '2026-01-01T00:00:00.000Z' })
    expect(all.changes).toHaveLength(6)
  })
})
