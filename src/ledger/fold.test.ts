import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Folds, fold, foldEntry } from './fold.ts'
import { type Entry, GENESIS, type JsonObject } from './kinds.ts'

const RUNS = { seed: 16, numRuns: 300 }

const entry = (seq: number, kind: string, body: JsonObject = {}): Entry => ({
  v: 1,
  stream: 'session/a',
  seq,
  at: '2026-01-01T00:00:00.000Z',
  kind,
  actor: 'harness',
  body,
  artifacts: [],
  prev: GENESIS,
})

type Sum = { total: number; seqs: number[] }
const START: Sum = { total: 0, seqs: [] }
const SUMS: Folds<Sum> = {
  'amount.added': (state, { seq, body }) => ({ total: state.total + Number(body['n']), seqs: [...state.seqs, seq] }),
  'amounts.cleared': () => START,
}

const kinds = fc.constantFrom('amount.added', 'amounts.cleared', 'unheard.of', 'constructor', 'toString', '__proto__')
const entries = fc
  .array(fc.tuple(kinds, fc.integer()), { maxLength: 30 })
  .map((all) => all.map(([kind, n], i) => entry(i + 1, kind, { n })))

describe('fold', () => {
  it('applies entries to a state, in order', () => {
    const all = [entry(1, 'amount.added', { n: 1 }), entry(2, 'amounts.cleared'), entry(3, 'amount.added', { n: 2 })]
    expect(fold(all, START, SUMS)).toEqual({ total: 2, seqs: [3] })
  })

  it('returns the initial state if there are no entries', () => {
    expect(fold([], START, SUMS)).toBe(START)
  })

  it('ignores unknown kinds, including names that every object inherits', () => {
    const unknown = ['unheard.of', 'constructor', 'toString', 'hasOwnProperty', '__proto__']
    expect(
      fold(
        unknown.map((kind, i) => entry(i + 1, kind)),
        START,
        SUMS,
      ),
    ).toBe(START)
  })

  it('accepts null and undefined as states', () => {
    const last: Folds<number | null | undefined> = {
      seen: (_, { seq }) => seq,
      lost: () => null,
      gone: () => undefined,
    }
    expect(fold([entry(1, 'seen'), entry(2, 'lost')], 0, last)).toBeNull()
    expect(fold([entry(1, 'seen'), entry(2, 'gone')], 0, last)).toBeUndefined()
  })

  it('gives the same state on replay, and changes neither entries nor the initial state', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const before = structuredClone(all)
        expect(fold(all, START, SUMS)).toEqual(fold(structuredClone(all), START, SUMS))
        expect(all).toEqual(before)
        expect(START).toEqual({ total: 0, seqs: [] })
      }),
      RUNS,
    )
  })

  it('folds any prefix, and continuing from there gives the state of the whole', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (all, at) => {
        const cut = at % (all.length + 1)
        const halfway = fold(all.slice(0, cut), START, SUMS)
        expect(fold(all.slice(cut), halfway, SUMS)).toEqual(fold(all, START, SUMS))
      }),
      RUNS,
    )
  })

  it('reads entries one at a time, from anything that yields them', () => {
    function* endless(): Generator<Entry> {
      for (let seq = 1; seq <= 100_000; seq++) yield entry(seq, 'amount.added', { n: 1 })
    }
    const count: Folds<number> = { 'amount.added': (n) => n + 1 }
    expect(fold(endless(), 0, count)).toBe(100_000)
    expect(foldEntry(1, entry(1, 'amount.added'), count)).toBe(2)
  })
})
