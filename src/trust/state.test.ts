import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson } from '../../test/helpers/any.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import type { Entry, JsonObject } from '../ledger/kinds.ts'
import type { TrustFact } from './facts.ts'
import { foldTrust, NEW_STATE, type TrustState, WINDOW_CALLS } from './state.ts'

type Said = Pick<Entry, 'seq' | 'kind' | 'body'>

const entries = (facts: readonly { kind: string; body: unknown }[]): Said[] =>
  facts.map(({ kind, body }, i) => ({ seq: i + 1, kind, body: body as JsonObject }))

const fold = (facts: readonly { kind: string; body: unknown }[]): TrustState =>
  entries(facts).reduce(foldTrust, NEW_STATE)

const counted = (turn: number, scored: number, escalated: number[] = [], stream = 'session/a'): TrustFact => ({
  kind: 'calls.counted',
  body: { stream, turn, scored, ran: scored, escalated },
})
const remembered = (id: string, about = 'x') => ({ id, tool: 'Bash', input: { command: about }, about, weight: 1 })
const pattern = (id: string, about?: string): TrustFact => ({
  kind: 'pattern.added',
  body: { ...remembered(id, about), category: 'destructive' },
})
const exemplar = (id: string, about?: string): TrustFact => ({ kind: 'exemplar.added', body: remembered(id, about) })

describe('counts', () => {
  it('of turns add up', () => {
    expect(fold([counted(1, 5), counted(9, 7)])).toMatchObject({
      seq: 2,
      outcomes: 12,
      counts: [{ turn: 1 }, { turn: 9 }],
    })
  })

  it('of the same turn replace each other: a blocked turn is counted again when it ends', () => {
    const state = fold([counted(1, 5, [2]), counted(9, 3), counted(1, 8, [2, 4])])
    expect(state.outcomes).toBe(11)
    expect(state.counts).toMatchObject([
      { turn: 9, scored: 3 },
      { turn: 1, scored: 8, escalated: [2, 4] },
    ])
  })

  it('of the same turn of another session do not', () => {
    expect(fold([counted(1, 5), counted(1, 5, [], 'session/b')]).outcomes).toBe(10)
  })

  it('reach back as far as the window, and one turn more', () => {
    const { counts, outcomes } = fold(Array.from({ length: 50 }, (_, i) => counted(i, 100)))
    expect(counts.map(({ turn }) => turn)).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49])
    expect(outcomes).toBe(5_000)
  })

  it('of one turn larger than the window stay', () => {
    expect(fold([counted(1, 5), counted(2, 3 * WINDOW_CALLS)]).counts).toMatchObject([{ turn: 2 }])
  })
})

describe('remembered calls', () => {
  it('stay as they were first added', () => {
    const state = fold([pattern('a', 'first'), pattern('a', 'second'), exemplar('a', 'other')])
    expect(state.patterns).toMatchObject({ a: { about: 'first' } })
    expect(state.exemplars).toMatchObject({ a: { about: 'other' } })
  })

  it('change their weight, and 0 archives them', () => {
    const state = fold([pattern('a'), { kind: 'pattern.weighed', body: { id: 'a', weight: 0 } }])
    expect(state.patterns['a']).toMatchObject({ weight: 0, about: 'x' })
  })

  it('that are unknown cannot be weighed or dropped', () => {
    const facts = [
      { kind: 'pattern.weighed', body: { id: 'b', weight: 1 } },
      { kind: 'exemplar.dropped', body: { id: 'b' } },
    ]
    expect(fold(facts)).toEqual({ ...NEW_STATE, seq: 2 })
  })

  it('are dropped if they are exemplars', () => {
    expect(fold([exemplar('a'), exemplar('b'), { kind: 'exemplar.dropped', body: { id: 'a' } }]).exemplars).toEqual({
      b: remembered('b'),
    })
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty', ''])('may have any id: %j', (id) => {
    const state = fold([pattern(id), exemplar(id), { kind: 'pattern.weighed', body: { id, weight: 0.5 } }])
    expect(Object.keys(state.patterns)).toEqual([id])
    expect(Object.values(state.patterns)).toMatchObject([{ weight: 0.5 }])
    expect(Object.getPrototypeOf(state.patterns)).toBe(Object.prototype)
    expect(Object.keys(foldTrust(state, { seq: 9, kind: 'exemplar.dropped', body: { id } }).exemplars)).toEqual([])
  })
})

const FACT = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'calls.counted',
      'pattern.added',
      'exemplar.added',
      'pattern.weighed',
      'exemplar.dropped',
      'x',
    ),
    body: fc.dictionary(fc.constantFrom('id', 'weight', 'stream', 'turn', 'tool', 'input', 'scored'), anyJson()),
  }),
  fc
    .tuple(fc.nat(3), fc.nat(600), fc.array(fc.nat(99), { maxLength: 3 }))
    .map(([turn, scored, escalated]) => counted(turn, scored, escalated)),
  fc
    .constantFrom('a', 'b', '__proto__')
    .chain((id) =>
      fc.constantFrom<{ kind: string; body: unknown }>(
        pattern(id),
        exemplar(id),
        { kind: 'pattern.weighed', body: { id, weight: 0.5 } },
        { kind: 'exemplar.dropped', body: { id } },
      ),
    ),
)
const RUNS = { numRuns: scaled(4_000) }

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

  it('gives a state that survives being written and read', () => {
    fc.assert(
      fc.property(fc.array(FACT, { maxLength: 30 }), (facts) => {
        expect(JSON.parse(JSON.stringify(fold(facts)))).toEqual(fold(facts))
      }),
      { seed: seed(), ...RUNS },
    )
  })

  it('with unknown kinds and hostile bodies only moves on', () => {
    const hostile = [
      { kind: 'calls.counted', body: { stream: 's', turn: 1, scored: -1e9, ran: 0, escalated: [] } },
      { kind: 'pattern.added', body: { id: 'a', weight: 99 } },
      { kind: '__proto__', body: {} },
      { kind: 'session.started', body: { id: 'a' } },
    ]
    expect(fold(hostile)).toEqual({ ...NEW_STATE, seq: hostile.length })
  })

  it('leaves the state before it as it was', () => {
    const before = fold([pattern('a'), exemplar('b'), counted(1, 5)])
    const copy = structuredClone(before)
    for (const fact of [pattern('c'), counted(1, 9), { kind: 'exemplar.dropped', body: { id: 'b' } }])
      foldTrust(before, { seq: 99, kind: fact.kind, body: fact.body as JsonObject })
    expect(before).toEqual(copy)
  })
})
