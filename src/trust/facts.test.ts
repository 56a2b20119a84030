import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson, anyText } from '../../test/helpers/any.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import { readTrustFact, type TrustFact, trustDraft } from './facts.ts'

const REMEMBERED = { id: 'p1', tool: 'Bash', input: { command: 'x' }, about: 'does x', weight: 0.5 }

const FACTS: TrustFact[] = [
  { kind: 'calls.counted', body: { stream: 'session/a', turn: 2, scored: 5, ran: 4, escalated: [7] } },
  { kind: 'pattern.added', body: { ...REMEMBERED, category: 'destructive' } },
  { kind: 'exemplar.added', body: REMEMBERED },
  { kind: 'pattern.weighed', body: { id: 'p1', weight: 0 } },
  { kind: 'exemplar.dropped', body: { id: 'p1' } },
]
const KINDS = FACTS.map(({ kind }) => kind)

describe('a trust fact', () => {
  it.each(FACTS)('comes back from its entry: $kind', (fact) => {
    const draft = trustDraft(fact)
    expect(draft.actor).toBe('harness')
    expect(readTrustFact({ kind: draft.kind, body: draft.body })).toEqual(fact)
  })

  it.each(FACTS)('is read without the fields of a later version: $kind', ({ kind, body }) => {
    expect(readTrustFact({ kind, body: { ...(body as JsonObject), later: true } })).toEqual({ kind, body })
  })

  it.each<[string, JsonObject]>([
    ['calls.counted', { stream: 7, turn: 2, scored: 5, ran: 4, escalated: [] }],
    ['calls.counted', { stream: 's', turn: 2, scored: -5, ran: 4, escalated: [] }],
    ['calls.counted', { stream: 's', turn: 2, scored: 0.5, ran: 4, escalated: [] }],
    ['calls.counted', { stream: 's', turn: 2, scored: '5', ran: 4, escalated: [] }],
    ['calls.counted', { stream: 's', turn: 2, scored: 1e300, ran: 4, escalated: [] }],
    ['calls.counted', { stream: 's', turn: 2, ran: 4, escalated: [] }],
    ['calls.counted', { stream: 's', turn: 2, scored: 5, ran: 4, escalated: 1 }],
    ['calls.counted', { stream: 's', turn: 2, scored: 5, ran: 4, escalated: [1, '2'] }],
    ['calls.counted', { stream: 's', turn: 2, scored: 5, ran: 4, escalated: { length: 9 } }],
    ['pattern.added', { ...REMEMBERED, category: 'harmless' }],
    ['pattern.added', { ...REMEMBERED }],
    ['pattern.added', { ...REMEMBERED, category: 'destructive', weight: 1.1 }],
    ['pattern.added', { ...REMEMBERED, category: 'destructive', input: 'rm' }],
    ['exemplar.added', { ...REMEMBERED, weight: -0.1 }],
    ['exemplar.added', { ...REMEMBERED, id: 7 }],
    ['exemplar.added', { ...REMEMBERED, tool: null }],
    ['pattern.weighed', { id: 'p1', weight: '0' }],
    ['pattern.weighed', { weight: 0 }],
    ['exemplar.dropped', { id: null }],
    ['pattern.forgotten', { id: 'p1' }],
    ['toString', {}],
  ])('is not read from a body that is unusable: %s %j', (kind, body) => {
    expect(readTrustFact({ kind, body })).toBe(null)
  })

  it('needs no description', () => {
    const { about: _, ...rest } = REMEMBERED
    expect(readTrustFact({ kind: 'exemplar.added', body: rest })?.body).toEqual({ ...REMEMBERED, about: '' })
  })
})

it('any entry at all is read without failing', () => {
  const body = fc.dictionary(
    fc.constantFrom('id', 'weight', 'stream', 'turn', 'scored', 'tool', 'input', '__proto__'),
    anyJson(),
  )
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...KINDS), anyText(20)), body, (kind, one) => {
      const fact = readTrustFact({ kind, body: one })
      expect(fact === null || fact.kind === kind).toBe(true)
    }),
    { seed: seed(), numRuns: scaled(10_000) },
  )
})
