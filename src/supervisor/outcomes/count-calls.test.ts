import { describe, expect, it } from 'vitest'
import { entriesOf, OPENED, type Said } from '../../../test/helpers/entries.ts'
import { toolsOf } from '../../hosts/calls.ts'
import { type CallsCounted, readTrustFact, trustDraft } from '../../trust/facts.ts'
import { countCalls } from './count-calls.ts'
import type { SeenTurn } from './outcome.ts'
import { turnsOf } from './outcomes.ts'
import { seenSession } from './seen-session.ts'

const of = (call: string) => ({ call, tool: 'Bash', input: { command: call } })
const proposed = (call: string): Said => ['dispatch.proposed', of(call), 'agent']
const scored = (call: string, risk: number | null, route = 'proceed', matched: string[] = []): Said => [
  'dispatch.scored',
  { call, risk, route, matched },
]
const ended = (call: string, status = 'succeeded'): Said => ['dispatch.observed', { ...of(call), status, exit: 0 }]
const denied = (call: string): Said => ['dispatch.denied', { call, tool: 'Bash', code: 'X', what: 'x' }]

const lastTurn = (said: readonly Said[]): SeenTurn => {
  const seen = seenSession(entriesOf(said), toolsOf('claude-code'), () => '/home/me/project')
  return turnsOf(seen).at(-1) ?? { seq: 0, calls: [] }
}

const count = (...said: Said[]): CallsCounted | null => countCalls('session/a', lastTurn(said))

describe('the count of a turn', () => {
  it('has a form that can be recorded and read', () => {
    const body = count(OPENED, proposed('a'), scored('a', 0.1), ended('a')) as CallsCounted
    expect(body).toEqual({ stream: 'session/a', turn: 1, scored: 1, above: 0, ran: [[2, 0.1]], matched: [] })
    const draft = trustDraft({ kind: 'calls.counted', body })
    expect(readTrustFact({ kind: draft.kind, body: draft.body })?.body).toEqual(body)
  })

  it('has the seqs and scores of the calls that ran, and how many were above the threshold', () => {
    expect(
      count(
        OPENED,
        ...[proposed('a'), scored('a', 0.9, 'escalate'), ended('a')],
        ...[proposed('b'), scored('b', 0.2), ended('b', 'failed')],
        ...[proposed('c'), scored('c', 0.8, 'escalate'), ended('c')],
      ),
    ).toMatchObject({
      scored: 3,
      above: 2,
      ran: [
        [2, 0.9],
        [5, 0.2],
        [8, 0.8],
      ],
    })
  })

  it.each<[string, Said[]]>([
    ['was denied', [proposed('a'), scored('a', 0.9, 'escalate'), denied('a')]],
    [
      'was denied, although the host reports an end',
      [proposed('a'), scored('a', 0.9, 'escalate'), denied('a'), ended('a')],
    ],
    ['was refused by a person', [proposed('a'), scored('a', 0.9, 'escalate'), ended('a', 'refused')]],
    ['never ended', [proposed('a'), scored('a', 0.9, 'escalate')]],
  ])('counts a call as scored, not as run, if it %s', (_, said) => {
    expect(count(OPENED, ...said)).toMatchObject({ scored: 1, above: 1, ran: [] })
  })

  it('names each pattern that a call matched once, whether the call ran or not', () => {
    expect(
      count(
        OPENED,
        ...[proposed('a'), scored('a', 0.9, 'escalate', ['p1', 'p2']), ended('a')],
        ...[proposed('b'), scored('b', 0.9, 'escalate', ['p2', 'p3']), denied('b')],
      )?.matched,
    ).toEqual(['p1', 'p2', 'p3'])
  })

  it('leaves out calls that were not scored, or could not be', () => {
    const said = [OPENED, proposed('a'), ended('a'), proposed('b'), scored('b', null, 'escalate'), ended('b')]
    expect(count(...said)).toBe(null)
    expect(count(...said, proposed('c'), scored('c', 0.1), ended('c'))).toMatchObject({
      scored: 1,
      above: 0,
      ran: [[7, 0.1]],
    })
  })

  it('belongs to the last turn', () => {
    const turn = [OPENED, proposed('b'), scored('b', 0.1), ended('b')]
    expect(count(['session.started', { host: 'claude-code' }], ...turn)).toMatchObject({ turn: 2 })
  })
})
