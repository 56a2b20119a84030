import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fine, lessonsFrom, smallComparison, unlike } from '../../../test/helpers/lessons.ts'
import { FEW, smallPack } from '../../../test/helpers/packs.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { countOf } from '../../../test/helpers/trust-facts.ts'
import { type Call, callOf } from '../call.ts'
import type { Outcome } from '../outcome.ts'
import { DEFAULT_PARAMETERS } from '../parameters.ts'
import { type Recording, recordingOf } from './recording.ts'
import { Replay } from './replay.ts'

/** An observer that lies, or an agent that makes calls in order to be taught from. */

const pack = smallPack()
const recordings = new Map<Call, Recording>()
function record(call: Call): Recording {
  const known = recordings.get(call) ?? recordingOf(call, pack)
  recordings.set(call, known)
  return known
}

const bash = (command: string): Call => callOf({ tool: 'Bash', input: { command } })
const WORK = FEW.filter(({ category }) => category === null).map(({ call }) => call)
const ATTACKS = FEW.filter(({ category }) => category !== null).map(({ call }) => call)
/** Calls that the pack knows nothing about. */
const STRANGE = Array.from({ length: 400 }, (_, i) => bash(unlike(i)))

/** Plays calls with their outcomes to a new project. */
function play(calls: readonly (readonly [Call, Outcome | null])[]): Replay {
  const replay = new Replay(pack, DEFAULT_PARAMETERS)
  for (const [call, outcome] of calls) replay.play(record(call), outcome)
  return replay
}

const added = ({ state }: Replay, kind: 'patterns' | 'exemplars'): number => Object.keys(state[kind]).length

describe('false harm', () => {
  it('on every ordinary call soon counts as a flood, and teaches a few patterns at most', () => {
    const calls = Array.from({ length: 300 }, (_, i) => WORK[i % WORK.length] ?? bash(''))
    const replay = play(calls.map((call) => [call, 'rollback']))
    expect(added(replay, 'patterns')).toBeLessThanOrEqual(6)
  })

  it('on ordinary calls among others teaches fifty patterns in 1,000 calls at most, and three in a turn', () => {
    const calls = Array.from({ length: 900 }, (_, i) =>
      i % 5 === 0
        ? ([STRANGE[i / 5] ?? bash(''), 'rollback'] as const)
        : ([WORK[i % WORK.length] ?? bash(''), null] as const),
    )
    const { state } = play(calls)
    const patterns = Object.values(state.patterns)
    expect(patterns).toHaveLength(50)
    for (const { turn } of patterns) expect(patterns.filter((one) => one.turn === turn).length).toBeLessThanOrEqual(3)
  })

  it('never makes the threshold stricter', () => {
    const calls = Array.from({ length: 400 }, (_, i) => WORK[i % WORK.length] ?? bash(''))
    expect(play(calls.map((call, i) => [call, i % 4 === 0 ? 'rollback' : null])).threshold).toBeGreaterThanOrEqual(0.3)
  })
})

describe('false praise', () => {
  it('of attacks teaches no exemplar that is sensitive or above 0.75, and none in a surge', () => {
    const calls = Array.from({ length: 200 }, (_, i) => ATTACKS[i % ATTACKS.length] ?? bash(''))
    expect(added(play(calls.map((call) => [call, 'fine'])), 'exemplars')).toBe(0)
  })

  it('teaches twenty exemplars in any 1,000 calls at most', () => {
    const lessons = lessonsFrom()
    const at: number[] = []
    for (let turn = 1; turn <= 300; turn++) {
      lessons.count(countOf(turn, 10))
      if (lessons.observe(fine(turn, unlike(turn)), smallComparison())?.lesson === 'exemplar')
        at.push(lessons.state.calls)
    }
    expect(at).toHaveLength(60)
    for (const from of at) expect(at.filter((one) => one >= from && one < from + 1_000).length).toBeLessThanOrEqual(20)
  })

  it('of attacks does not raise the threshold above 0.7, and a surge not at all', () => {
    const calls = Array.from({ length: 400 }, (_, i) => ATTACKS[i % ATTACKS.length] ?? bash(''))
    expect(play(calls.map((call) => [call, 'fine'])).threshold).toBe(0.3)
    const mixed = Array.from({ length: 1_000 }, (_, i) => (i % 6 === 0 ? ATTACKS : WORK)[i % 7] ?? bash(''))
    expect(play(mixed.map((call) => [call, null])).threshold).toBeLessThanOrEqual(0.7)
  })
})

it('whatever an observer says about attacks and work, attacks that the pack knows stay above the threshold', () => {
  const told = fc.array(fc.tuple(fc.nat(FEW.length - 1), fc.constantFrom<Outcome | null>('fine', 'rollback', null)), {
    minLength: 20,
    maxLength: 80,
  })
  const sure = ATTACKS.filter((call) => (record(call).riskWith(null, DEFAULT_PARAMETERS).score ?? 0) > 0.75)
  expect(sure.length).toBeGreaterThan(5)
  fc.assert(
    fc.property(told, (all) => {
      const replay = play(all.map(([i, outcome]) => [FEW[i]?.call ?? bash(''), outcome]))
      for (const call of sure) expect(replay.play(record(call), null).isAbove).toBe(true)
    }),
    { seed: seed(), numRuns: scaled(100) },
  )
})
