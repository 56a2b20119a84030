import { describe, expect, it } from 'vitest'
import { entriesOf, judged, OPENED, type Said, STOPPED } from '../../../test/helpers/entries.ts'
import { fold } from '../../ledger/fold.ts'
import { TURN_VERDICTS } from '../verdict.ts'
import { ACCOUNT_FOLDS, type Account, closed, emptyAccounting, sumOf } from './account.ts'

const account = (said: readonly Said[], since = ''): Account =>
  closed(fold(entriesOf(said), emptyAccounting(since), ACCOUNT_FOLDS))

const BLOCKED: Said = ['stop.blocked', { reason: 'r' }]
const CALL: Said = ['dispatch.proposed', { tool: 'Bash', input: {}, call: 'c' }]

describe('an account', () => {
  it.each(TURN_VERDICTS)('counts a turn by its last verdict: %s', (verdict) => {
    const { turns, ended } = account([OPENED, STOPPED, judged('blocked'), BLOCKED, STOPPED, judged(verdict)])
    expect({ turns, ended }).toMatchObject({ turns: 1, ended: { [verdict]: 1 } })
    expect(Object.values(ended).reduce((sum, n) => sum + n)).toBe(1)
  })

  it('counts how often an agent was held back on the way', () => {
    const again: Said[] = [STOPPED, judged('blocked'), BLOCKED]
    expect(account([OPENED, ...again, ...again, STOPPED, judged('capped')])).toMatchObject({
      turns: 1,
      heldBack: 2,
      ended: { capped: 1, blocked: 0 },
    })
  })

  it('counts turns whose stop nobody judged, and those without a stop', () => {
    const { turns, ended } = account([OPENED, STOPPED, OPENED, CALL, OPENED, STOPPED, judged('earned'), STOPPED])
    expect({ turns, ended }).toMatchObject({ turns: 3, ended: { unanswered: 2, unfinished: 1, earned: 0 } })
  })

  it('of a subagent has one turn once it stopped, and none before', () => {
    const started: Said = ['session.started', { agent: 'a' }]
    expect(account([started, CALL])).toMatchObject({ turns: 0 })
    expect(account([started, CALL, STOPPED, judged('capped')])).toMatchObject({ turns: 1, ended: { capped: 1 } })
  })

  it('counts claims of the last message by type, once a turn, and what became of them', () => {
    const claims = [{ type: 'done' }, { type: 'done' }, { type: 'tests_pass' }, { type: 'fixed' }, { type: 'odd' }]
    const findings = [{ subject: 'tests_pass', code: 'STALE' }, { subject: 'status_unclear' }]
    const notes = [
      { subject: 'done', code: 'EARNED' },
      { subject: 'fixed', code: 'WAIVED' },
    ]
    const first = judged('blocked', { claims: [{ type: 'shipped' }] })
    expect(
      account([OPENED, STOPPED, first, STOPPED, judged('capped', { claims, findings, notes })]).claims,
    ).toMatchObject({
      done: { turns: 1, earned: 1, unearned: 0, waived: 0 },
      tests_pass: { turns: 1, earned: 0, unearned: 1, waived: 0 },
      fixed: { turns: 1, earned: 0, unearned: 0, waived: 1 },
      shipped: { turns: 0 },
    })
  })

  it('leaves out turns of which nothing was heard since then', () => {
    const said = [OPENED, STOPPED, judged('earned'), OPENED, STOPPED, judged('capped')]
    expect(account(said, '2026-03-01T12:00:03.000Z')).toMatchObject({ turns: 1, ended: { earned: 0, capped: 1 } })
    expect(account(said, '2027-01-01T00:00:00.000Z')).toMatchObject({ turns: 0 })
    // One that began before and ended since counts.
    expect(account(said, '2026-03-01T12:00:05.000Z')).toMatchObject({ turns: 1 })
  })

  it('of several is their sum', () => {
    const one = account([OPENED, STOPPED, judged('earned', { claims: [{ type: 'done' }] })])
    expect(sumOf([one, one])).toMatchObject({ turns: 2, ended: { earned: 2 }, claims: { done: { turns: 2 } } })
    expect(sumOf([])).toMatchObject({ turns: 0 })
  })
})
