import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson, anyText } from '../../test/helpers/any.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { countOf, keptCommand, observedOf } from '../../test/helpers/trust-facts.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import { readTrustFact, type StoreRecalibrated, type TrustFact, trustDraft } from './facts.ts'
import type { Change } from './learning/change.ts'

const KEPT = keptCommand('p1', 'x')

const CHANGES: Change[] = [
  { kind: 'pattern.added', call: KEPT, category: 'destructive' },
  { kind: 'pattern.weighed', id: 'p1', weight: 0 },
  { kind: 'candidate.added', call: KEPT },
  { kind: 'candidate.dropped', id: 'p1' },
  { kind: 'exemplar.added', call: KEPT },
  { kind: 'exemplar.dropped', id: 'p1' },
  { kind: 'threshold.moved', to: 0.5 },
  { kind: 'threshold.moved', to: null },
]

const RECALIBRATED: StoreRecalibrated = {
  calls: 1_000,
  by: 'window',
  command: null,
  median: 0.1,
  drift: 'none',
  changes: CHANGES,
}

const FACTS: TrustFact[] = [
  { kind: 'calls.counted', body: { ...countOf(2, 5, 0.5), matched: ['p1'] } },
  { kind: 'outcome.learnt', body: observedOf(7, CHANGES) },
  { kind: 'outcome.learnt', body: observedOf(7, [], { outcome: 'fine', score: null, lesson: 'ordinary' }) },
  { kind: 'store.recalibrated', body: RECALIBRATED },
  { kind: 'store.recalibrated', body: { ...RECALIBRATED, by: 'command', command: 'c', median: null, drift: 'up' } },
  { kind: 'pattern.undone', body: { id: 'p1' } },
]
const KINDS = FACTS.map(({ kind }) => kind)

const plain = (body: unknown): JsonObject => body as JsonObject
const counted = (more: JsonObject): [string, JsonObject] => ['calls.counted', { ...plain(countOf(2, 5)), ...more }]
const observed = (more: JsonObject): [string, JsonObject] => [
  'outcome.learnt',
  { ...plain(observedOf(7, [])), ...more },
]
const recalibrated = (more: JsonObject): [string, JsonObject] => [
  'store.recalibrated',
  { ...plain(RECALIBRATED), ...more },
]
const changing = (change: unknown): [string, JsonObject] => observed({ changes: [change] as never })

describe('a trust fact', () => {
  it.each(FACTS)('comes back from its entry: $kind', (fact) => {
    const draft = trustDraft(fact)
    expect(readTrustFact({ kind: draft.kind, body: draft.body })).toEqual(fact)
  })

  it('is written by the harness, except that a person undoes a lesson', () => {
    for (const fact of FACTS) expect(trustDraft(fact).actor).toBe(fact.kind === 'pattern.undone' ? 'user' : 'harness')
  })

  it.each(FACTS)('is read with the fields of a later version: $kind', ({ kind, body }) => {
    expect(readTrustFact({ kind, body: { ...plain(body), later: true } })).toMatchObject({ kind, body })
  })

  it.each<[string, JsonObject]>([
    counted({ stream: 7 }),
    counted({ scored: -5 }),
    counted({ scored: 0.5 }),
    counted({ scored: '5' }),
    counted({ scored: 1e300 }),
    counted({ above: null }),
    counted({ ran: 4 }),
    counted({ ran: { length: 9 } }),
    counted({ ran: [4] }),
    counted({ ran: [[4]] }),
    counted({ ran: [[4, 1.1]] }),
    counted({ ran: [[-4, 0.1]] }),
    counted({ ran: [['4', 0.1]] }),
    counted({ matched: [7] }),
    counted({ matched: null }),
    observed({ stream: null }),
    observed({ seq: -1 }),
    observed({ turn: 0.5 }),
    observed({ outcome: 'ok' }),
    observed({ outcome: 'toString' }),
    observed({ why: null }),
    observed({ score: 1.1 }),
    observed({ score: '1' }),
    observed({ isAbove: 1 }),
    observed({ lesson: 'toString' }),
    observed({ changes: null }),
    recalibrated({ calls: -1 }),
    recalibrated({ by: 'agent' }),
    recalibrated({ command: 7 }),
    recalibrated({ median: 2 }),
    recalibrated({ drift: 'sideways' }),
    recalibrated({ changes: {} }),
    ['pattern.undone', { id: 7 }],
    ['pattern.undone', {}],
    ['pattern.forgotten', { id: 'p1' }],
    ['toString', {}],
  ])('is not read from a body that is unusable: %s %j', (kind, body) => {
    expect(readTrustFact({ kind, body })).toBe(null)
  })

  it.each([
    null,
    'pattern.added',
    { kind: 'toString' },
    { kind: 'pattern.added', call: KEPT },
    { kind: 'pattern.added', call: KEPT, category: 'harmless' },
    { kind: 'pattern.added', call: null, category: 'destructive' },
    { kind: 'pattern.added', call: { ...KEPT, tool: 7 }, category: 'destructive' },
    { kind: 'exemplar.added', call: { ...KEPT, id: null } },
    { kind: 'exemplar.added', call: { id: 'p1', tool: 'Bash', about: '' } },
    { kind: 'candidate.added', call: { ...KEPT, about: 7 } },
    { kind: 'pattern.weighed', id: 'p1', weight: 1.1 },
    { kind: 'pattern.weighed', id: 'p1', weight: -0.1 },
    { kind: 'pattern.weighed', weight: 0 },
    { kind: 'exemplar.dropped', id: null },
    { kind: 'candidate.dropped' },
    { kind: 'threshold.moved' },
    { kind: 'threshold.moved', to: -1 },
  ])('is not read if one of its changes is unusable: %j', (change) => {
    const [kind, body] = changing(change)
    expect(readTrustFact({ kind, body })).toBe(null)
  })
})

it('any entry at all is read without failing', () => {
  const names = ['id', 'stream', 'turn', 'seq', 'scored', 'above', 'ran', 'matched', 'outcome', 'changes', '__proto__']
  const body = fc.dictionary(fc.constantFrom(...names), anyJson())
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...KINDS), anyText(20)), body, (kind, one) => {
      const fact = readTrustFact({ kind, body: one })
      expect(fact === null || fact.kind === kind).toBe(true)
    }),
    { seed: seed(), numRuns: scaled(10_000, 200) },
  )
})
