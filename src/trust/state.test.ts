import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson } from '../../test/helpers/any.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import {
  counted,
  countOf,
  exemplarAdded,
  keptCommand,
  observedOf,
  patternAdded,
  taught,
} from '../../test/helpers/trust-facts.ts'
import type { Entry, JsonObject } from '../ledger/kinds.ts'
import type { StoreRecalibrated, TrustFact } from './facts.ts'
import type { Change } from './learning/change.ts'
import { foldTrust, livePatterns, NEW_STATE, type TrustState } from './state.ts'

type Said = Pick<Entry, 'seq' | 'kind' | 'body' | 'at'>
type Told = { kind: string; body: unknown }

const timeOf = (i: number): string => `2026-01-01T00:00:00.${String(i).padStart(3, '0')}Z`

const entries = (facts: readonly Told[]): Said[] =>
  facts.map(({ kind, body }, i) => ({ seq: i + 1, kind, body: body as JsonObject, at: timeOf(i + 1) }))

const fold = (facts: readonly Told[]): TrustState => entries(facts).reduce(foldTrust, NEW_STATE)

const pattern = (id: string, about = 'x'): Change => patternAdded(keptCommand(id, about))
const exemplar = (id: string, about = 'x'): Change => exemplarAdded(keptCommand(id, about))
const weighed = (id: string, weight: number): Change => ({ kind: 'pattern.weighed', id, weight })
const undone = (id: string): TrustFact => ({ kind: 'pattern.undone', body: { id } })
const recalibrated = (more: Partial<StoreRecalibrated>): TrustFact => ({
  kind: 'store.recalibrated',
  body: { calls: 0, by: 'window', command: null, median: null, drift: 'none', changes: [], ...more },
})

describe('counts', () => {
  it('of turns add up', () => {
    expect(fold([counted(1, 5), counted(9, 7)])).toMatchObject({
      seq: 2,
      calls: 12,
      counts: [{ turn: 1 }, { turn: 9 }],
    })
  })

  it('of the same turn replace each other: a blocked turn is counted again when it ends', () => {
    const state = fold([counted(1, 5), counted(9, 3), counted(1, 8, 0.9, 0.8)])
    expect(state.calls).toBe(11)
    expect(state.counts).toMatchObject([
      { turn: 9, scored: 3 },
      { turn: 1, scored: 8, above: 2 },
    ])
  })

  it('of the same turn never make calls unscored', () => {
    expect(fold([counted(1, 5), counted(1, 3)]).calls).toBe(5)
  })

  it('of the same turn of another session do not replace each other', () => {
    const other: TrustFact = { kind: 'calls.counted', body: { ...countOf(1, 5), stream: 'session/b' } }
    expect(fold([counted(1, 5), other])).toMatchObject({ calls: 10, counts: [{}, {}] })
  })

  it('reach back 10,000 calls, to whole turns', () => {
    const { counts, calls } = fold(Array.from({ length: 25 }, (_, i) => counted(i, 990)))
    expect(counts.map(({ turn }) => turn)).toEqual(Array.from({ length: 11 }, (_, i) => 14 + i))
    expect(calls).toBe(24_750)
  })

  it('of one turn larger than that stay', () => {
    expect(fold([counted(1, 5), counted(2, 12_000)]).counts).toMatchObject([{ turn: 2 }])
  })

  it('say when a pattern was last matched; unknown patterns are ignored', () => {
    const matched: TrustFact = { kind: 'calls.counted', body: { ...countOf(2, 5), matched: ['a', 'zz', '__proto__'] } }
    const { patterns } = fold([taught(1, pattern('a'), pattern('b')), matched])
    expect(patterns['a']).toMatchObject({ addedAt: 0, matchedAt: 5 })
    expect(patterns['b']).toMatchObject({ addedAt: 0, matchedAt: 0 })
    expect(Object.keys(patterns)).toEqual(['a', 'b'])
  })

  it('leave out the scores of harmful calls, whether harm is known before or after a count', () => {
    const harm = taught(3)
    for (const facts of [
      [counted(1, 5, 0.1, 0.2, 0.3), harm],
      [counted(1, 4, 0.1, 0.2, 0.3), harm, counted(1, 5, 0.1, 0.2, 0.3)],
    ])
      expect(fold(facts).counts).toMatchObject([
        {
          scored: 5,
          ran: [
            [1, 0.1],
            [2, 0.2],
            [4, 0],
            [5, 0],
          ],
          harmful: [3],
        },
      ])
  })

  it('keep the scores of calls that were fine, and of other turns and sessions', () => {
    const harm = (more: object): TrustFact => ({ kind: 'outcome.learnt', body: observedOf(3, [], more) })
    for (const more of [{ outcome: 'fine' }, { turn: 2 }, { stream: 'session/b' }])
      expect(fold([counted(1, 5), harm(more)]).counts).toMatchObject([{ harmful: [], ran: { length: 5 } }])
  })
})

describe('an outcome', () => {
  it('is remembered with the number of calls at that time', () => {
    const { outcomes } = fold([counted(1, 5), taught(3), taught(4)])
    expect(outcomes).toEqual([
      { key: 'session/a 3 rejection', outcome: 'rejection', isAbove: true, at: 5 },
      { key: 'session/a 4 rejection', outcome: 'rejection', isAbove: true, at: 5 },
    ])
  })

  it('that is told twice teaches once, whatever the second one says', () => {
    const once = fold([taught(3, pattern('a'))])
    const twice = fold([taught(3, pattern('a')), taught(3, pattern('b'), weighed('a', 0))])
    expect(twice).toEqual({ ...once, seq: 2 })
  })

  it('is another one for another call, session or outcome', () => {
    const told = (more: object): TrustFact => ({ kind: 'outcome.learnt', body: observedOf(3, [], more) })
    expect(
      fold([told({}), told({ seq: 4 }), told({ stream: 'session/b' }), told({ outcome: 'rollback' })]),
    ).toMatchObject({ outcomes: { length: 4 } })
  })

  it('is forgotten after 5,000 later ones', () => {
    const { outcomes } = fold(Array.from({ length: 5_010 }, (_, i) => taught(i)))
    expect(outcomes).toHaveLength(5_000)
    expect(outcomes.at(0)?.key).toBe('session/a 10 rejection')
    expect(outcomes.at(-1)?.key).toBe('session/a 5009 rejection')
  })
})

describe('patterns', () => {
  it('stay as they were first added, and know what taught them and when', () => {
    const state = fold([counted(1, 5), taught(1, pattern('a', 'first')), taught(2, pattern('a', 'second'))])
    expect(state.patterns).toEqual({
      a: {
        ...keptCommand('a', 'first'),
        category: 'destructive',
        weight: 1,
        before: [0],
        stream: 'session/a',
        turn: 1,
        outcome: 'rejection',
        at: timeOf(2),
        addedAt: 5,
        matchedAt: 5,
      },
    })
  })

  it('change their weight, and 0 archives them', () => {
    const state = fold([taught(1, pattern('a'), pattern('b')), taught(2, weighed('a', 0), weighed('b', 0.5))])
    expect(state.patterns['a']).toMatchObject({ weight: 0, before: [0, 1], about: 'x' })
    expect(livePatterns(state)).toMatchObject([{ id: 'b', weight: 0.5 }])
  })

  it('that are unknown cannot be weighed or undone', () => {
    expect(fold([recalibrated({ changes: [weighed('b', 1)] }), undone('b'), undone('__proto__')])).toEqual({
      ...NEW_STATE,
      seq: 3,
    })
  })

  it('count as matched when they gain weight, not when they lose it', () => {
    const facts = [taught(1, pattern('a')), counted(1, 5), taught(2, weighed('a', 0.5))]
    expect(fold(facts).patterns['a']?.matchedAt).toBe(0)
    expect(fold([...facts, taught(3, weighed('a', 1))]).patterns['a']?.matchedAt).toBe(5)
  })

  it('go back one weight for each undo, down to none', () => {
    const facts: TrustFact[] = [taught(1, pattern('a')), taught(2, weighed('a', 0.5)), taught(3, weighed('a', 0.25))]
    const weights = [1, 2, 3, 4].map(
      (times) => fold([...facts, ...Array.from({ length: times }, () => undone('a'))]).patterns['a']?.weight,
    )
    expect(weights).toEqual([0.5, 1, 0, 0])
  })

  it('can be undone ten times at most', () => {
    const many = Array.from({ length: 20 }, (_, i) => taught(2 + i, weighed('a', (20 - i) / 100)))
    const { patterns } = fold([taught(1, pattern('a')), ...many])
    expect(patterns['a']?.before).toEqual([0.11, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02])
  })

  it('that are archived are kept up to 1,000; the one matched longest ago goes first', () => {
    const ids = Array.from({ length: 1_002 }, (_, i) => `p${i}`)
    const matched: TrustFact = { kind: 'calls.counted', body: { ...countOf(1, 5), matched: ['p0'] } }
    const state = fold([
      taught(1, ...ids.map((id) => pattern(id))),
      matched,
      taught(2, ...ids.map((id) => weighed(id, 0))),
    ])
    expect(Object.keys(state.patterns)).toHaveLength(1_000)
    expect(['p0', 'p1', 'p2', 'p3'].map((id) => Object.hasOwn(state.patterns, id))).toEqual([true, false, false, true])
  })
})

describe('exemplars and candidates', () => {
  it('are added and dropped', () => {
    const candidate: Change = { kind: 'candidate.added', call: keptCommand('c', 'x') }
    const state = fold([counted(1, 5), taught(1, exemplar('a'), exemplar('b'), candidate)])
    expect(state).toMatchObject({
      exemplars: { a: { addedAt: 5, at: timeOf(2) }, b: {} },
      candidates: { c: { turn: 1 } },
    })
    const dropped: Change[] = [
      { kind: 'exemplar.dropped', id: 'a' },
      { kind: 'candidate.dropped', id: 'c' },
      { kind: 'exemplar.dropped', id: 'unknown' },
    ]
    const after = foldTrust(state, { ...entries([taught(2, ...dropped)])[0], seq: 3 } as Said)
    expect([Object.keys(after.exemplars), Object.keys(after.candidates)]).toEqual([['b'], []])
  })

  it('are kept as candidates up to 500, the newest', () => {
    const added = (i: number): Change => ({ kind: 'candidate.added', call: keptCommand(`c${i}`, 'x') })
    const { candidates } = fold([taught(1, ...Array.from({ length: 510 }, (_, i) => added(i))), taught(2, added(10))])
    expect(Object.keys(candidates)).toHaveLength(500)
    expect(Object.keys(candidates).at(0)).toBe('c11')
    expect(Object.keys(candidates).at(-1)).toBe('c10')
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty', ''])('and patterns may have any id: %j', (id) => {
    const state = fold([taught(1, pattern(id), exemplar(id), weighed(id, 0.5))])
    expect(Object.keys(state.patterns)).toEqual([id])
    expect(Object.values(state.patterns)).toMatchObject([{ weight: 0.5 }])
    expect(Object.getPrototypeOf(state.patterns)).toBe(Object.prototype)
    expect(fold([taught(1, exemplar(id)), taught(2, { kind: 'exemplar.dropped', id })]).exemplars).toEqual({})
  })
})

describe('a recalibration', () => {
  it('moves the threshold and says when', () => {
    const changes: Change[] = [{ kind: 'threshold.moved', to: 0.4 }]
    expect(fold([recalibrated({ calls: 100, by: 'calls', changes })])).toMatchObject({
      threshold: 0.4,
      movedAt: 100,
      recalibratedAt: 0,
      baseline: null,
    })
  })

  it('takes its first median as the baseline, and a command replaces it', () => {
    const facts = [
      recalibrated({ calls: 1_000, median: 0.1 }),
      recalibrated({ calls: 2_000, median: 0.2, drift: 'up' }),
    ]
    expect(fold(facts)).toMatchObject({ baseline: 0.1, median: 0.2, drift: 'up', recalibratedAt: 2_000 })
    expect(fold([...facts, recalibrated({ calls: 2_500, median: 0.3, by: 'command', command: 'c1' })])).toMatchObject({
      baseline: 0.3,
      median: 0.3,
      drift: 'none',
      commands: ['c1'],
      recalibratedAt: 2_500,
    })
  })
})

const ID = fc.constantFrom('a', 'b', '__proto__')
const CHANGE: fc.Arbitrary<Change> = ID.chain((id) =>
  fc.constantFrom<Change>(
    pattern(id),
    exemplar(id),
    weighed(id, 0.5),
    weighed(id, 0),
    { kind: 'candidate.added', call: keptCommand(id, id) },
    { kind: 'candidate.dropped', id },
    { kind: 'exemplar.dropped', id },
    { kind: 'threshold.moved', to: 0.4 },
    { kind: 'threshold.moved', to: null },
  ),
)
const CHANGED = fc.array(CHANGE, { maxLength: 3 })
const FACT: fc.Arbitrary<Told> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('calls.counted', 'outcome.learnt', 'store.recalibrated', 'pattern.undone', 'x'),
    body: fc.dictionary(fc.constantFrom('id', 'stream', 'turn', 'scored', 'ran', 'changes', 'outcome'), anyJson()),
  }),
  fc.tuple(fc.nat(3), fc.nat(60), ID).map(([turn, scored, id]) => ({
    kind: 'calls.counted',
    body: { ...countOf(turn, scored), matched: [id] },
  })),
  fc.tuple(fc.nat(9), fc.nat(3), fc.constantFrom('fine', 'rollback'), CHANGED).map(([seq, turn, outcome, changes]) => ({
    kind: 'outcome.learnt',
    body: { ...observedOf(seq, changes), turn, outcome },
  })),
  fc
    .tuple(fc.constantFrom('calls', 'window', 'command'), CHANGED)
    .map(([by, changes]) => recalibrated({ by: by as 'calls', command: by === 'command' ? 'c' : null, changes })),
  ID.map(undone),
)
const RUNS = { numRuns: scaled(4_000, 75) }

describe('any stream', () => {
  it('folds, and so does any prefix of it, entry by entry', () => {
    fc.assert(
      fc.property(fc.array(FACT, { maxLength: 30 }), fc.nat(30), (facts, at) => {
        const all = entries(facts)
        const prefix = all.slice(0, at).reduce(foldTrust, NEW_STATE)
        expect(prefix.seq).toBe(Math.min(at, all.length))
        expect(all.slice(at).reduce(foldTrust, prefix)).toEqual(fold(facts))
      }),
      { seed: seed(), ...RUNS },
    )
  })

  it('that is read twice, or from too early on, changes nothing', () => {
    fc.assert(
      fc.property(fc.array(FACT, { maxLength: 30 }), fc.nat(30), (facts, from) => {
        const state = fold(facts)
        expect(entries(facts).slice(from).reduce(foldTrust, state)).toEqual(state)
      }),
      { seed: seed(), ...RUNS },
    )
  })

  it('gives a state that survives being written and read at any point', () => {
    fc.assert(
      fc.property(fc.array(FACT, { maxLength: 30 }), fc.nat(30), (facts, at) => {
        const snapshot = JSON.stringify(entries(facts).slice(0, at).reduce(foldTrust, NEW_STATE))
        const state = entries(facts)
          .slice(at)
          .reduce(foldTrust, JSON.parse(snapshot) as TrustState)
        expect(JSON.stringify(state)).toBe(JSON.stringify(fold(facts)))
      }),
      { seed: seed(), ...RUNS },
    )
  })

  it('with unknown kinds and hostile bodies only moves on', () => {
    const hostile = [
      { kind: 'calls.counted', body: { ...countOf(1, 1), scored: -1e9 } },
      { kind: 'outcome.learnt', body: { ...observedOf(1, [pattern('a')]), outcome: 'toString' } },
      { kind: 'outcome.learnt', body: { ...observedOf(1, []), changes: [pattern('a'), { kind: 'x' }] } },
      { kind: 'store.recalibrated', body: { calls: 1, by: 'agent', changes: [] } },
      { kind: 'pattern.undone', body: {} },
      { kind: '__proto__', body: {} },
      { kind: 'session.started', body: { id: 'a' } },
    ]
    expect(fold(hostile)).toEqual({ ...NEW_STATE, seq: hostile.length })
  })

  it('leaves the state before it as it was', () => {
    fc.assert(
      fc.property(fc.array(FACT, { maxLength: 20 }), FACT, (facts, one) => {
        const before = fold(facts)
        const copy = structuredClone(before)
        foldTrust(before, { seq: 99, kind: one.kind, body: one.body as JsonObject, at: timeOf(99) })
        expect(before).toEqual(copy)
      }),
      { seed: seed(), ...RUNS },
    )
  })
})
