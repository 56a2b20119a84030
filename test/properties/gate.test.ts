import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentMessage, Environment } from '../../src/gate/environment.ts'
import { factOf } from '../../src/gate/facts.ts'
import { CLAIMS, EVIDENCE, initialMasks, isStable, type Masks, masksAfter, POSTURES } from '../../src/gate/masks.ts'
import { GATE_MESSAGES } from '../../src/gate/messages.ts'
import type { Execution } from '../../src/gate/observation.ts'
import { replay } from '../../src/gate/replay.ts'
import type { RunState } from '../../src/gate/state.ts'
import { canonical } from '../../src/ledger/canonical.ts'
import type { Entry } from '../../src/ledger/kinds.ts'
import { giving, performed, type Recorded, recorded } from '../helpers/runs.ts'
import { LONG, scaled, seed } from '../helpers/scale.ts'
import { stepOf, taskWith } from '../helpers/tasks.ts'

/** Properties that hold whatever agents and environments do. */

type Move = { step: unknown; success: boolean; exit: number; answer: string; ping: number }

const belief = fc.record({
  posture: fc.constantFrom(...CLAIMS),
  evidence: fc.constantFrom(...EVIDENCE),
  affordances: fc.constantFrom({}, { engine: 'available' }, { engine: 'unavailable' }),
})

const action = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('terminate', 'apply') },
  { weight: 2, arbitrary: fc.constantFrom('write', 'look', 'shell', 'think', 'declare_posture') },
)

/** A step that may claim anything. */
const wild = fc
  .tuple(action, belief, fc.constantFrom(...POSTURES))
  .map(([type, claimed, posture]) => stepOf(type, claimed as never, { posture, command: 'x', content: 'y' }))

/** An agent that claims only what was observed, so that some runs are earned. */
const careful = action.map((type) =>
  stepOf(
    type,
    { posture: 'non_compliant', evidence: 'none' },
    { posture: 'non_compliant', command: 'x', content: 'y' },
  ),
)

const garbage = fc.oneof(fc.jsonValue(), fc.constantFrom('Done!', undefined, Number.NaN, { belief: {}, action: {} }))

const move: fc.Arbitrary<Move> = fc.record({
  step: fc.oneof({ weight: 4, arbitrary: careful }, { weight: 3, arbitrary: wild }, { weight: 1, arbitrary: garbage }),
  success: fc.boolean(),
  exit: fc.constantFrom(0, 1, 69),
  answer: fc.oneof(
    { weight: 6, arbitrary: fc.constant('false') },
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constant('true') },
  ),
  ping: fc.constantFrom(0, 1, 69),
})

const moves = fc.array(move, { minLength: 1, maxLength: 25 })
const stability = fc.integer({ min: 0, max: 3 })

type Watched = Recorded & { heard: AgentMessage[]; states: { kind: string; before: Masks; after: RunState }[] }

/** Plays a run with these moves: the agent's step and the environment's reaction. */
async function play(list: readonly Move[], window: number): Promise<Watched> {
  const task = taskWith({ stability: window, steps: 20 })
  const heard: AgentMessage[] = []
  const states: Watched['states'] = []
  const now = (): Move => list[Math.min(heard.length, list.length) - 1] as Move
  const environment: Environment = {
    perform: async ({ type }) => performed({ success: now().success, exit: now().exit, wrote: type === 'write' }),
    ask: async ([, word]) => ({ exit: word === 'ping' ? now().ping : now().exit, output: now().answer }),
  }
  let before: Masks | null = null
  const run = await recorded(
    giving(
      list.map(({ step }) => step),
      heard,
    ),
    environment,
    task,
    {
      watch: ({ kind }, after) => {
        states.push({ kind, before: before ?? after.masks, after })
        before = after.masks
      },
    },
  )
  return { ...run, heard, states }
}

const params = (...runs: Parameters<typeof scaled>) => ({ seed: seed(), numRuns: scaled(...runs) })

/** The part of the masks that observations determine, without the claims. */
const observed = ({ affordances, evidence, posture_admissible }: Masks): string =>
  canonical({ affordances, evidence, posture_admissible } as never)

describe('in any run', () => {
  it('no termination is permitted without successful evidence, exactly one posture left, and stability', async () => {
    let earned = 0
    await fc.assert(
      fc.asyncProperty(moves, stability, async (list, window) => {
        const { states, result } = await play(list, window)
        for (const { after } of states) {
          if (after.ruling?.verdict !== 'TERMINATE') continue
          const { evidence, posture_admissible, posture_history } = after.masks
          expect(evidence).toBe('successful')
          expect(POSTURES.filter((posture) => posture_admissible[posture])).toHaveLength(1)
          expect(isStable(posture_history, window)).toBe(true)
          expect(new Set(posture_history.slice(posture_history.length - window)).size).toBe(window === 0 ? 0 : 1)
        }
        const isEarned = states.some(({ after }) => after.ruling?.verdict === 'TERMINATE')
        expect(result.outcome === 'earned').toBe(isEarned)
        if (isEarned) earned++
      }),
      params(3_000),
    )
    // Without such runs the property would hold trivially.
    expect(earned).toBeGreaterThan(0)
  })

  it('masks change only by observations; a step adds its claim, and nothing else changes them', async () => {
    await fc.assert(
      fc.asyncProperty(moves, stability, async (list, window) => {
        const { states } = await play(list, window)
        for (const { kind, before, after } of states) {
          if (kind !== 'observation.made') expect(after.masks).toEqual(before)
          else if (after.masks.posture_history.length === before.posture_history.length)
            expect(after.masks.posture_history).toEqual(before.posture_history)
        }
      }),
      params(2_000, 30),
    )
  })

  it('masks depend on observations alone, whatever steps claim in between', async () => {
    await fc.assert(
      fc.asyncProperty(moves, stability, async (list, window) => {
        const { entries, states } = await play(list, window)
        let masks = initialMasks(taskWith({}))
        let execution: Execution | null = null
        for (const fact of entries.map(factOf)) {
          if (fact?.kind === 'action.executed') execution = fact.body
          if (fact?.kind !== 'observation.made') continue
          masks = masksAfter(taskWith({}), masks, { execution, answers: fact.body.answers })
          execution = null
        }
        expect(observed(states.at(-1)?.after.masks ?? masks)).toBe(observed(masks))
      }),
      params(1_000, 30),
    )
  })

  it('agents get only messages of the catalogue, with their codes', async () => {
    await fc.assert(
      fc.asyncProperty(moves, stability, async (list, window) => {
        const { heard, result } = await play(list, window)
        for (const told of heard) if (told.kind === 'reply') expect(told.message).toBe(GATE_MESSAGES[told.code])
        expect(result.message).toBe(GATE_MESSAGES[result.code])
      }),
      params(1_000, 30),
    )
  })

  it('the record gives the same verdicts again, byte for byte, and any prefix of it folds', async () => {
    await fc.assert(
      fc.asyncProperty(moves, stability, fc.nat(), async (list, window, cut) => {
        const { entries, verdicts, states } = await play(list, window)
        const again = replay(entries)
        expect(again.differences).toEqual([])
        expect(again.verdicts).toBe(verdicts.length)
        expect(canonical(again.state.masks as never)).toBe(canonical(states.at(-1)?.after.masks as never))
        const all = [...entries.keys()]
        for (const length of LONG ? all : [0, cut % entries.length, entries.length - 1])
          expect(replay(entries.slice(0, length)).differences).toEqual([])
      }),
      params(1_000, 30),
    )
  })

  it('a verdict that does not follow from its facts is found, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(moves, stability, fc.nat(), async (list, window, which) => {
        const { entries } = await play(list, window)
        const given = entries.filter(({ kind }) => kind === 'verdict.given')
        const target = given[which % Math.max(1, given.length)]
        if (target === undefined) return
        const verdict = target.body['verdict'] === 'BLOCK' ? 'ALLOW' : 'BLOCK'
        const forged: Entry[] = entries.map((entry) =>
          entry === target ? { ...entry, body: { ...entry.body, verdict } } : entry,
        )
        expect(replay(forged).differences.map(({ seq }) => seq)).toEqual([target.seq])
      }),
      params(1_000, 30),
    )
  })
})
