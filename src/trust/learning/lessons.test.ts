import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptBash, lessonsFrom, refused, smallComparison, unlike } from '../../../test/helpers/lessons.ts'
import { FEW, smallPack, storeOf } from '../../../test/helpers/packs.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { countOf } from '../../../test/helpers/trust-facts.ts'
import type { CallsCounted } from '../facts.ts'
import { HARMS, type Harm, isHarm, OUTCOMES, type Outcome } from '../outcome.ts'
import { DEFAULT_PARAMETERS, type Parameters } from '../parameters.ts'
import { CATEGORIES } from '../patterns.ts'
import { riskOf } from '../risk.ts'
import { foldTrust, livePatterns, NEW_STATE, type TrustState } from '../state.ts'
import type { Lessons, Observed } from './lessons.ts'
import { ownLibrary } from './own-library.ts'
import { commandedRecalibration } from './recalibrate.ts'
import { thresholdIn } from './recent.ts'

describe('lessons', () => {
  it('build on each other: the state after one decides the next', () => {
    const lessons = lessonsFrom()
    const told = [1, 2].map((seq) => lessons.observe(refused(seq, unlike(0)), smallComparison())?.lesson)
    expect(told).toEqual(['pattern', 'known'])
  })

  it('take an outcome once, and say so', () => {
    const lessons = lessonsFrom()
    expect(lessons.observe(refused(1, unlike(0)), smallComparison())).toMatchObject({ seq: 1, lesson: 'pattern' })
    const { state } = lessons
    expect(lessons.observe(refused(1, unlike(0)), smallComparison())).toBe(null)
    expect(lessons.state).toBe(state)
    expect(lessons.facts).toHaveLength(1)
  })

  it('record a recalibration after a window, and in between only if something changes', () => {
    const lessons = lessonsFrom()
    for (let turn = 1; turn <= 10; turn++) {
      lessons.count(countOf(turn, 100))
      lessons.recalibrate()
    }
    expect(lessons.facts.flatMap(({ kind, body }) => (kind === 'store.recalibrated' ? [body.by] : []))).toEqual([
      'window',
    ])
  })
})

/** One thing that happens in a project. */
type Step =
  | { kind: 'count'; count: CallsCounted }
  | { kind: 'outcome'; seen: Observed }
  | { kind: 'command'; command: string; since: string | null }

/** Some of them are alike. */
const COMMANDS = ['alpha', 'omega', 'gamma'].flatMap((word) => [
  `frobnicate --all --force ${word}`,
  `${word} ${word}ctl`,
])
const CALLS = COMMANDS.map(keptBash)

const SCORE = fc.nat(100).map((one) => one / 100)
const COUNT: fc.Arbitrary<Step> = fc
  .record({
    turn: fc.nat(30),
    scores: fc.array(SCORE, { minLength: 1, maxLength: 9 }),
    times: fc.integer({ min: 1, max: 16 }),
    above: fc.nat(150),
    matched: fc.subarray(CALLS.map(({ id }) => id)),
  })
  .map(({ turn, scores, times, above, matched }) => {
    const all = Array.from({ length: times }, () => scores).flat()
    const count = countOf(turn, all.length, ...all)
    return { kind: 'count', count: { ...count, above: Math.min(above, all.length), matched } }
  })
const outcomeFrom = (outcomes: readonly Outcome[]): fc.Arbitrary<Step> =>
  fc
    .record({
      seq: fc.nat(300),
      turn: fc.nat(30),
      at: fc.nat(CALLS.length - 1),
      outcome: fc.constantFrom(...outcomes),
      score: fc.option(SCORE, { freq: 9 }),
      isAbove: fc.boolean(),
      category: fc.constantFrom(...CATEGORIES),
    })
    .map(({ seq, turn, at, outcome, score, isAbove, category }) => ({
      kind: 'outcome',
      seen: refused(seq, COMMANDS[at] ?? '', { turn, outcome, score, isAbove, categories: [category] }),
    }))
const COMMAND: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('command' as const),
  command: fc.constantFrom('c1', 'c2'),
  since: fc.constantFrom(null, '2025-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'),
})
const stepsOf = (outcomes: readonly Outcome[] = OUTCOMES): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof({ weight: 4, arbitrary: COUNT }, { weight: 6, arbitrary: outcomeFrom(outcomes) }, COMMAND), {
    maxLength: 40,
  })

const PARAMETERS: fc.Arbitrary<Parameters> = fc.record({
  threshold: fc.constantFrom(0.1, 0.3, 0.5, 0.9),
  mapping: fc.constantFrom({ elevated: 0.1, high: 0.2 }, DEFAULT_PARAMETERS.mapping),
  decay: fc.constantFrom(0.1, 0.8, 1),
  window: fc.constantFrom(100, 1_000),
  scorers: fc.constant(5),
  harms: fc.subarray([...HARMS], { minLength: 1 }) as fc.Arbitrary<Harm[]>,
})

function take(lessons: Lessons, step: Step, parameters: Parameters): void {
  if (step.kind === 'count') lessons.count(step.count)
  else if (step.kind === 'outcome') lessons.observe(step.seen, smallComparison())
  else lessons.add({ kind: 'store.recalibrated', body: commandedRecalibration(lessons.state, parameters, step) })
  if (step.kind === 'count') lessons.recalibrate()
}

/** Takes the steps one after another, and calls back after each with the states before and after it. */
function takeAll(
  steps: readonly Step[],
  parameters: Parameters,
  check: (step: Step, before: TrustState, after: TrustState) => void = () => {},
): Lessons {
  const lessons = lessonsFrom(NEW_STATE, parameters)
  for (const step of steps) {
    const before = lessons.state
    take(lessons, step, parameters)
    check(step, before, lessons.state)
  }
  return lessons
}

const weightIn = ({ patterns }: TrustState, id: string): number => patterns[id]?.weight ?? 0
const RUNS = { seed: seed(), numRuns: scaled(4_000) }

describe('for any sequence of counts, outcomes and recalibrations', () => {
  it("the threshold in force is at least the administrator's, and at most 0.7 unless theirs is higher", () => {
    fc.assert(
      fc.property(stepsOf(), PARAMETERS, (steps, parameters) => {
        takeAll(steps, parameters, (_, __, after) => {
          expect(thresholdIn(after, parameters)).toBeGreaterThanOrEqual(parameters.threshold)
          expect(thresholdIn(after, parameters)).toBeLessThanOrEqual(Math.max(0.7, parameters.threshold))
        })
      }),
      RUNS,
    )
  })

  it('no pattern appears or gains weight, except through harm that the administrator counts', () => {
    fc.assert(
      fc.property(stepsOf(), PARAMETERS, (steps, parameters) => {
        takeAll(steps, parameters, (step, before, after) => {
          const isTaught =
            step.kind === 'outcome' && isHarm(step.seen.outcome) && parameters.harms.includes(step.seen.outcome)
          for (const id of Object.keys(after.patterns))
            if (weightIn(after, id) > weightIn(before, id)) expect(isTaught).toBe(true)
        })
      }),
      RUNS,
    )
  })

  it('without harm, no call gets a higher score than the pack gives it', () => {
    const { space, library } = smallPack()
    const plain = FEW.map(({ call }) => riskOf(call, storeOf({ space, library })).score ?? 1)
    fc.assert(
      fc.property(stepsOf(['fine']), PARAMETERS, (steps, parameters) => {
        const { state } = takeAll(steps, parameters)
        const own = ownLibrary(state, smallComparison())
        for (const [i, { call }] of FEW.entries())
          expect(riskOf(call, { space, library, own }).score).toBeLessThanOrEqual(plain[i] ?? 0)
      }),
      { ...RUNS, numRuns: scaled(400) },
    )
  })

  it('an outcome that is told twice teaches once', () => {
    fc.assert(
      fc.property(stepsOf(), PARAMETERS, (steps, parameters) => {
        takeAll(steps, parameters, (step, _, after) => {
          if (step.kind !== 'outcome') return
          const again = lessonsFrom(after, parameters)
          expect(again.observe(step.seen, smallComparison())).toBe(null)
          expect(again.facts).toEqual([])
        })
      }),
      RUNS,
    )
  })

  it('a turn teaches three patterns at most, and an exemplar is never sensitive or above 0.75', () => {
    fc.assert(
      fc.property(stepsOf(), PARAMETERS, (steps, parameters) => {
        takeAll(steps, parameters, (step, before, after) => {
          for (const { stream, turn } of livePatterns(after))
            expect(
              Object.values(after.patterns).filter((one) => one.stream === stream && one.turn === turn).length,
            ).toBeLessThanOrEqual(3)
          const isNew = Object.keys(after.exemplars).some((id) => !Object.hasOwn(before.exemplars, id))
          if (!isNew || step.kind !== 'outcome') return
          expect(step.seen.score).toBeLessThanOrEqual(0.75)
          expect(['credential_access', 'exfiltration', 'prompt_injected_tool_call']).not.toContain(
            step.seen.categories[0],
          )
        })
      }),
      RUNS,
    )
  })

  it('the facts fold to the same state, from the beginning or from a snapshot', () => {
    fc.assert(
      fc.property(stepsOf(), PARAMETERS, fc.nat(60), (steps, parameters, at) => {
        const { facts, state } = takeAll(steps, parameters)
        const entries = facts.map(({ kind, body }, i) => ({
          seq: i + 1,
          kind,
          body: JSON.parse(JSON.stringify(body)),
          at: '2026-01-01T00:00:00.000Z',
        }))
        const snapshot = JSON.stringify(entries.slice(0, at).reduce(foldTrust, NEW_STATE))
        expect(entries.slice(at).reduce(foldTrust, JSON.parse(snapshot) as TrustState)).toEqual(state)
      }),
      RUNS,
    )
  })
})
