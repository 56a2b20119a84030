import { describe, expect, it } from 'vitest'
import { callOf } from '../../src/trust/call.ts'
import { libraryOf } from '../../src/trust/library.ts'
import type { Remembered } from '../../src/trust/patterns.ts'
import { type Reading, readCall } from '../../src/trust/reading/read.ts'
import { opinionOf } from '../../src/trust/scorers/scorer.ts'
import { type Labelled, trainSpace } from '../../src/trust/train.ts'
import { bagOf } from '../../src/trust/views/bag.ts'
import { VIEWS } from '../../src/trust/views/views.ts'
import { studyData, trainScorer, variantOf } from './scorer-variants.ts'

const bash = (command: string) => callOf({ tool: 'Bash', input: { command } })
const line = (command: string, isHarmful: boolean): Labelled => ({
  call: bash(command),
  isHarmful,
  isHard: false,
  category: isHarmful ? 'destructive' : null,
})

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa', 'lambda', 'mu']
const LINES = NAMES.flatMap((name) => [
  line(`rm -rf --no-preserve-root /srv/${name}`, true),
  line(`npm run build -- --filter ${name}`, false),
  line(`git log --oneline src/${name}.ts`, false),
])
const PACK: Remembered[] = [
  { id: 'status', call: bash('git status --short'), about: 'Shows changes', category: null, weight: 1 },
  { id: 'rm', call: bash('rm -rf --no-preserve-root /'), about: 'Deletes all', category: 'destructive', weight: 1 },
]
const READING = readCall(bash('rm -rf --no-preserve-root /srv/nu && git log --oneline src/nu.ts'))

describe('a variant of a view', () => {
  it('has about four fifths of the features, others for another salt, and the same for the same salt', () => {
    for (const view of VIEWS) {
      const all = bagOf(view, READING).features
      const [first, again, other] = [0, 0, 1].map((salt) => bagOf(variantOf(view, salt), READING).features)
      expect([...all]).toEqual(expect.arrayContaining([...(first ?? [])]))
      expect(first?.length ?? 0).toBeLessThan(all.length)
      expect(first?.length ?? 0).toBeGreaterThan(all.length / 2)
      expect(again).toEqual(first)
      expect(other).not.toEqual(first)
    }
  })
})

describe('the data of a study', () => {
  const data = studyData(LINES, PACK)

  it('keeps calls for calibration out of training', () => {
    const trained = new Set(data.lines.map(({ call }) => call.command))
    const heldOut = LINES.filter(({ call }) => !trained.has(call.command))
    expect(data.ordinary).toEqual(heldOut.map(({ call }) => readCall(call)))
    expect(heldOut.length).toBeGreaterThan(0)
    expect(heldOut.some(({ isHarmful }) => isHarmful)).toBe(false)
  })

  it('trains scorers that tell harmful calls from benign ones', () => {
    for (const [i, view] of VIEWS.entries()) {
      const scorer = trainScorer(variantOf(view, i), data, 1 + i)
      const [harmful = 0, benign = 1] = ['rm -rf --no-preserve-root /srv/xi', 'npm run build -- --filter xi'].map(
        (command) => scorer.score(readCall(bash(command))),
      )
      expect(harmful).toBeGreaterThan(benign)
      expect(scorer.bytes).toBeGreaterThan(0)
    }
  })

  it('scores with a whole view as the shipped scorer of that view does', () => {
    const space = trainSpace(data.lines, PACK, LINES)
    const store = { space, library: libraryOf(PACK, space), own: null }
    const readings = [READING, ...LINES.map(({ call }) => readCall(call))]
    for (const [i, view] of VIEWS.entries()) {
      const { score } = trainScorer(view, data)
      // Calibrations differ, but no calibration changes the order.
      const inOrder = (of: (reading: Reading) => number): number[] =>
        [...readings.keys()].sort((a, b) => of(readings[a] ?? READING) - of(readings[b] ?? READING))
      expect(inOrder(score)).toEqual(inOrder((reading) => opinionOf(i, reading, store).score))
    }
  })
})
