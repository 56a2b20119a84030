import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson } from '../../test/helpers/any.ts'
import { HARMS, isHarm, isOutcome, OUTCOMES } from './outcome.ts'
import { DEFAULT_PARAMETERS, isParameterName, type ParameterName, parameterOf, RANGES } from './parameters.ts'

const NAMES = Object.keys(RANGES) as ParameterName[]

describe('a parameter', () => {
  it.each(NAMES)('%s has a default within its range', (name) => {
    expect(parameterOf(name, DEFAULT_PARAMETERS[name])).toEqual({ [name]: DEFAULT_PARAMETERS[name] })
  })

  it.each<[ParameterName, unknown[]]>([
    ['threshold', [0.1, 0.9]],
    ['decay', [0.1, 1]],
    ['window', [100, 10_000]],
    ['scorers', [1, 3, 5]],
    [
      'mapping',
      [
        { elevated: 0.1, high: 0.95 },
        { elevated: 0.5, high: 0.5 },
      ],
    ],
    ['harms', [['failure'], [...HARMS]]],
  ])('%s takes the ends of its range', (name, values) => {
    for (const value of values) expect(parameterOf(name, value)).toEqual({ [name]: value })
  })

  it.each<[ParameterName, unknown[]]>([
    ['threshold', [0, 0.099, 0.901, 1, -1, Number.NaN, '0.3', null, [0.3]]],
    ['decay', [0, 1.001, '1']],
    ['window', [99, 10_001, 100.5, '1000']],
    ['scorers', [0, 2, 4, 6, 7, '5']],
    ['mapping', [{ elevated: 0.5, high: 0.25 }, { elevated: 0.25 }, { elevated: 0, high: 1 }, [0.25, 0.5], null]],
    ['harms', [[], ['fine'], ['violation', 'theft'], 'violation', {}, null]],
  ])('%s takes nothing else', (name, values) => {
    for (const value of values) expect([value, parameterOf(name, value)]).toEqual([value, null])
  })

  it('never takes a value that it would not take again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), anyJson(), (name, value) => {
        const taken = parameterOf(name, value)
        if (taken !== null) expect(parameterOf(name, taken[name])).toEqual(taken)
      }),
    )
  })

  it('has a known name', () => {
    expect(NAMES.every(isParameterName)).toBe(true)
    expect(['', 'Threshold', 'toString', '__proto__'].some(isParameterName)).toBe(false)
  })
})

it('every harm is an outcome, and fine is the only other one', () => {
  expect(OUTCOMES.filter(isHarm)).toEqual([...HARMS])
  expect([isOutcome('fine'), isOutcome('ok'), isOutcome(null)]).toEqual([true, false, false])
})
