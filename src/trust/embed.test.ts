import { describe, expect, it } from 'vitest'
import { smallPack, storeOf } from '../../test/helpers/packs.ts'
import { type Call, callOf } from './call.ts'
import { type Embedded, embeddingScorer } from './embed.ts'
import { riskOf } from './risk.ts'

const bash = (command: string): Call => callOf({ tool: 'Bash', input: { command } })

/** A toy model: how often a command names a danger, and how often it names work. */
const embed = ({ command }: Call): number[] => [
  (command ?? '').split('danger').length - 1,
  (command ?? '').split('work').length - 1,
]

const REMEMBERED: Embedded[] = [
  { vector: [1, 0], category: 'destructive' },
  { vector: [0, 1], category: null },
]

/** Ordinary calls are nearer to exemplars than to patterns. */
const CALIBRATION = { hundredth: 0, twentieth: -0.5 }

describe('an embedding scorer', () => {
  const { score } = embeddingScorer('toy', embed, REMEMBERED, CALIBRATION)

  it.each([
    ['danger', 5 / 6],
    ['work', 1 / 6],
    ['danger work', 0.5],
    ['neither', 0.5],
  ])('compares a call with patterns and exemplars: %s', (command, expected) => {
    expect(score(bash(command))).toBeCloseTo(expected)
  })

  it('does not depend on the length of vectors', () => {
    expect(score(bash('danger danger work'))).toBeCloseTo(score(bash('danger danger danger danger work work')))
  })

  it('is calibrated like any other: one half where one ordinary call in a hundred is, a quarter where one in twenty is', () => {
    const at = (difference: number): number =>
      embeddingScorer('toy', embed, REMEMBERED, { hundredth: difference, twentieth: -1 }).score(bash('danger'))
    expect(at(1)).toBeCloseTo(0.5)
    const { score: quarter } = embeddingScorer('toy', embed, REMEMBERED, { hundredth: 2, twentieth: 1 })
    expect(quarter(bash('danger'))).toBeCloseTo(0.25)
  })

  it('stays at one half while nothing is remembered', () => {
    expect(embeddingScorer('toy', embed, [], CALIBRATION).score(bash('danger'))).toBe(0.5)
  })

  it('works with hundreds of thousands of remembered calls', () => {
    const many = Array.from({ length: 300_000 }, (): Embedded => ({ vector: [0, 1], category: null }))
    expect(embeddingScorer('toy', embed, [...many, ...REMEMBERED], CALIBRATION).score(bash('danger'))).toBeCloseTo(
      5 / 6,
    )
  })
})

describe('an embedding scorer that fails is left out of the risk', () => {
  it.each<[string, (call: Call) => number[], string]>([
    [
      'a model that cannot be reached',
      () => {
        throw new Error('no network')
      },
      'no network',
    ],
    ['a vector of another length', () => [1, 2, 3], 'Vectors of 3 and 2 numbers cannot be compared.'],
    ['a vector of no numbers', () => [Number.NaN, 1], 'The score is NaN, not a number from 0 to 1.'],
  ])('%s', (_, model, why) => {
    const { left, opinions } = riskOf(bash('ls'), storeOf(smallPack()), [
      embeddingScorer('toy', model, REMEMBERED, CALIBRATION),
    ])
    expect(left).toEqual([{ scorer: 'toy', why }])
    expect(opinions).toHaveLength(5)
  })
})
