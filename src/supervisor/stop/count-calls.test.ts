import { describe, expect, it } from 'vitest'
import { entriesOf, OPENED, type Said } from '../../../test/helpers/entries.ts'
import type { Draft } from '../../ledger/kinds.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { sessionOf } from '../../session/fold.ts'
import { readTrustFact } from '../../trust/facts.ts'
import { trustStream } from '../../trust/stream.ts'
import type { HostEvent } from '../event.ts'
import type { World } from '../world.ts'
import { countCalls } from './count-calls.ts'

const PROJECT = '/home/me/project'
const ACTIVE = { project: PROJECT } as ActivePolicy
const EVENT = { stream: 'session/a' } as HostEvent

const of = (call: string) => ({ call, tool: 'Bash', input: { command: call } })
const proposed = (call: string): Said => ['dispatch.proposed', of(call), 'agent']
const scored = (call: string, risk: number | null, route = 'proceed'): Said => [
  'dispatch.scored',
  { call, risk, route },
]
const ended = (call: string, status = 'succeeded'): Said => ['dispatch.observed', { ...of(call), status, exit: 0 }]
const denied = (call: string): Said => ['dispatch.denied', { call, tool: 'Bash', code: 'X', what: 'x' }]

/** Counts the calls of a session, and returns what was appended. */
function count(
  said: readonly Said[],
  active: ActivePolicy | null = ACTIVE,
): { stream: string; drafts: readonly Draft[] }[] {
  const appended: { stream: string; drafts: readonly Draft[] }[] = []
  const recorder = { append: (stream: string, drafts: readonly Draft[]) => void appended.push({ stream, drafts }) }
  countCalls({ recorder } as unknown as World, EVENT, active, sessionOf(entriesOf(said)))
  return appended
}

const counted = (said: readonly Said[]): unknown => count(said)[0]?.drafts[0]?.body

describe('the count of a turn', () => {
  it("goes to the project's trust stream, as the harness, in a form that can be read", () => {
    const [one] = count([OPENED, proposed('a'), scored('a', 0.1), ended('a')])
    expect(one?.stream).toBe(trustStream(PROJECT))
    expect(one?.drafts).toMatchObject([{ kind: 'calls.counted', actor: 'harness' }])
    const [draft] = one?.drafts ?? []
    expect(readTrustFact({ kind: draft?.kind ?? '', body: draft?.body ?? {} })?.body).toEqual({
      stream: 'session/a',
      turn: 1,
      scored: 1,
      ran: 1,
      escalated: [],
    })
  })

  it('names the calls above the threshold that ran, by their seqs', () => {
    const said = [
      OPENED,
      ...[proposed('a'), scored('a', 0.9, 'escalate'), ended('a')],
      ...[proposed('b'), scored('b', 0.2), ended('b', 'failed')],
      ...[proposed('c'), scored('c', 0.8, 'escalate'), ended('c')],
    ]
    expect(counted(said)).toMatchObject({ scored: 3, ran: 3, escalated: [2, 8] })
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
    expect(counted([OPENED, ...said])).toMatchObject({ scored: 1, ran: 0, escalated: [] })
  })

  it('leaves out calls that were not scored, or could not be', () => {
    const said = [OPENED, proposed('a'), ended('a'), proposed('b'), scored('b', null, 'escalate'), ended('b')]
    expect(count(said)).toEqual([])
    expect(counted([...said, proposed('c'), scored('c', 0.1), ended('c')])).toMatchObject({ scored: 1, ran: 1 })
  })

  it('belongs to the last turn', () => {
    const turn = [OPENED, proposed('b'), scored('b', 0.1), ended('b')]
    expect(counted([['session.started', { host: 'claude-code' }], ...turn])).toMatchObject({ turn: 2 })
  })

  it('is not written without a project', () => {
    expect(count([OPENED, proposed('a'), scored('a', 0.1), ended('a')], null)).toEqual([])
  })

  it('costs no verdict if it cannot be written', () => {
    const recorder = {
      append: (): never => {
        throw new Error('the disk is full')
      },
    }
    const session = sessionOf(entriesOf([OPENED, proposed('a'), scored('a', 0.1), ended('a')]))
    expect(() => countCalls({ recorder } as unknown as World, EVENT, ACTIVE, session)).not.toThrow()
  })
})
