import { describe, expect, it } from 'vitest'
import { observed, pattern, weighed } from '../../test/helpers/learnt.ts'
import type { TrustFact } from '../trust/facts.ts'
import { DEFAULT_PARAMETERS } from '../trust/parameters.ts'
import { foldTrust, NEW_STATE, type TrustState } from '../trust/state.ts'
import type { ScoredCall } from './scored-calls.ts'
import { metricsOf } from './trust-metrics.ts'

const STREAM = 'session/claude-code-a'

const stateOf = (...facts: TrustFact[]): TrustState =>
  facts.reduce(
    (state, { kind, body }, i) => foldTrust(state, { seq: i + 1, kind, body: body as never, at: '2026-01-01' }),
    NEW_STATE,
  )

const counted = (...seqs: number[]): TrustFact => ({
  kind: 'calls.counted',
  body: { stream: STREAM, turn: 1, scored: seqs.length, above: 0, ran: seqs.map((seq) => [seq, 0.1]), matched: [] },
})

const call = (seq: number | null, isAbove = false): ScoredCall => ({
  stream: STREAM,
  host: null,
  score: 0.1,
  isAbove,
  proposal: seq === null ? null : { seq, tool: 'Bash', input: {} },
})

const of = (state: TrustState, recent: ScoredCall[] = []) => metricsOf(state, recent, DEFAULT_PARAMETERS)

describe('the false positives of a project', () => {
  it('are calls above the threshold that ran without known harm', () => {
    const state = stateOf(counted(1, 2, 3))
    expect(of(state, [call(1, true), call(2), call(3)])).toMatchObject({
      scored: 3,
      above: 1,
      ran: 3,
      falsePositives: 1,
    })
  })

  it('leave out calls that did not run, or whose proposal is gone', () => {
    const state = stateOf(counted(1))
    expect(of(state, [call(1), call(2, true), call(null, true)])).toMatchObject({ above: 2, ran: 1, falsePositives: 0 })
  })

  it('leave out calls that did harm, before and after it is known that they ran', () => {
    const harm = observed(2, [], { outcome: 'rollback' })
    for (const facts of [
      [counted(1, 2), harm],
      [harm, counted(1, 2)],
    ])
      expect(of(stateOf(...facts, counted(1, 2)), [call(1), call(2, true)])).toMatchObject({
        falsePositives: 0,
        ran: 2,
      })
  })

  it('do not come from another session with the same numbers', () => {
    const other = { ...call(1, true), stream: 'session/claude-code-b' }
    expect(of(stateOf(counted(1)), [other])).toMatchObject({ ran: 0, falsePositives: 0 })
  })
})

describe('the detection of a project', () => {
  it('counts every call with harm once, whatever was observed about it', () => {
    const state = stateOf(
      observed(1, [], { outcome: 'rollback' }),
      observed(1, [], { outcome: 'failure' }),
      observed(2, [], { isAbove: false }),
      observed(3, [], { outcome: 'fine' }),
    )
    expect(of(state)).toMatchObject({ harms: 2, detected: 1 })
  })

  it('leaves out what the administrator does not count as harm', () => {
    const state = stateOf(observed(1, [], { outcome: 'rollback' }), observed(2))
    expect(metricsOf(state, [], { harms: ['rollback'] })).toMatchObject({ harms: 1 })
  })
})

describe('the growth of a store', () => {
  it('counts what was learnt lately, and what is live, archived or waiting', () => {
    const [first, second] = [pattern('dropdb a'), pattern('dropdb b')]
    const many = Array.from({ length: 1_200 }, (_, i) => i + 10)
    const state = stateOf(
      observed(1, [first]),
      counted(...many),
      observed(2, [second, { kind: 'candidate.added', call: pattern('dropdb c').call }]),
      weighed({ [first.call.id]: 0 }),
    )
    expect(of(state).growth).toEqual({ added: 1, calls: 1_000, live: 1, archived: 1, candidates: 1, exemplars: 0 })
    expect(of(NEW_STATE).growth).toMatchObject({ added: 0, calls: 0 })
  })
})
