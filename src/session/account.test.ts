import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesOf, judged, OPENED, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { type Account, addEntry, closed, emptyAccounting, sumOf } from './account.ts'
import { sessionOf } from './fold.ts'
import { outcomeOf } from './outcome.ts'
import { TURN_VERDICTS } from './state.ts'

const account = (said: readonly Said[], since = ''): Account =>
  closed(entriesOf(said).reduce(addEntry, emptyAccounting(since)))

const BLOCKED: Said = ['stop.blocked', { reason: 'r' }]
const CALL: Said = ['dispatch.proposed', { tool: 'Bash', input: {}, call: 'c' }]

describe('an account', () => {
  it.each(TURN_VERDICTS)('counts a turn by its last verdict: %s', (verdict) => {
    const { turns, ended } = account([OPENED, STOPPED, judged('blocked'), BLOCKED, STOPPED, judged(verdict)])
    expect({ turns, ended }).toMatchObject({ turns: 1, ended: { [verdict]: 1 } })
    expect(Object.values(ended).reduce((sum, n) => sum + n)).toBe(1)
  })

  it('counts the blocks in all turns', () => {
    const again: Said[] = [STOPPED, judged('blocked'), BLOCKED]
    expect(account([OPENED, ...again, ...again, STOPPED, judged('capped')])).toMatchObject({
      turns: 1,
      heldBack: 2,
      ended: { capped: 1, blocked: 0 },
    })
  })

  it('counts turns whose stop has no verdict, and those without a stop', () => {
    const { turns, ended } = account([OPENED, STOPPED, OPENED, CALL, OPENED, STOPPED, judged('earned'), STOPPED])
    expect({ turns, ended }).toMatchObject({ turns: 3, ended: { unanswered: 2, unfinished: 1, earned: 0 } })
  })

  it('does not count a turn as earned if the agent continued', () => {
    const earned: Said[] = [OPENED, STOPPED, judged('earned')]
    expect(account([...earned, CALL])).toMatchObject({ turns: 1, ended: { earned: 0, unfinished: 1 } })
    expect(account([...earned, CALL, STOPPED, judged('capped')])).toMatchObject({ turns: 1, ended: { capped: 1 } })
    // A blocked agent continues because of the block.
    expect(account([OPENED, STOPPED, judged('blocked'), BLOCKED, CALL])).toMatchObject({ ended: { blocked: 1 } })
  })

  it('of one turn agrees with its outcome, whatever happened', () => {
    const observed: Said = ['dispatch.observed', { tool: 'Bash', input: {}, call: 'o', status: 'succeeded' }]
    const verdicts = TURN_VERDICTS.map((verdict) => judged(verdict))
    const ends: Said[] = [['gate.unanswered', { stop: null }], ['gate.overruled']]
    const step = fc.constantFrom<Said>(STOPPED, CALL, observed, BLOCKED, ...verdicts, ...ends)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (rest) => {
        const said = [OPENED, ...rest]
        const outcome = outcomeOf(sessionOf(entriesOf(said)))
        const expected =
          outcome.kind === 'judged'
            ? outcome.judgement.verdict
            : outcome.kind === 'going-on'
              ? 'unfinished'
              : outcome.kind
        expect(account(said).ended[expected]).toBe(1)
      }),
      { numRuns: 500, examples: [[[STOPPED, judged('blocked'), CALL, ['gate.overruled'], judged('warned')]]] },
    )
  })

  it('of a subagent has one turn once it stopped, and none before', () => {
    const started: Said = ['session.started', { agent: 'a' }]
    const workedOn = account([started, STOPPED, judged('blocked'), BLOCKED, STOPPED, judged('earned'), CALL])
    expect(workedOn).toMatchObject({ turns: 1, heldBack: 1, ended: { unfinished: 1 } })
    expect(account([started, CALL])).toMatchObject({ turns: 0 })
    expect(account([started, CALL, STOPPED, judged('capped')])).toMatchObject({ turns: 1, ended: { capped: 1 } })
  })

  it('counts claims of the last message by type, once a turn, and how they were judged', () => {
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

  it('counts each claim of a turn once, so that the counts add up, whatever was said about it', () => {
    const subjects = ['done', 'fixed', 'shipped', 'verified', 'work'] as const
    const claims = ['done', 'done', 'fixed', 'shipped', 'verified'].map((type) => ({ type }))
    const findings = [{ subject: 'done' }, { subject: 'done' }, { subject: 'work' }]
    const notes = [
      ...['EARNED', 'WAIVED'].map((code) => ({ subject: 'done', code })),
      ...['EARNED', 'EARNED'].map((code) => ({ subject: 'fixed', code })),
      { subject: 'shipped', code: 'HEDGED' },
    ]
    const found = account([OPENED, STOPPED, judged('capped', { claims, findings, notes })]).claims
    const sums = subjects.map((one) => found[one].earned + found[one].unearned + found[one].waived + found[one].other)
    expect(sums).toEqual([1, 1, 1, 1, 1])
    expect(subjects.map((one) => found[one].turns)).toEqual([1, 1, 1, 1, 0])
    expect(found).toMatchObject({
      done: { unearned: 1 },
      fixed: { earned: 1 },
      verified: { other: 1 },
      work: { unearned: 1 },
    })
  })

  it('counts no claims of a message that was not the last', () => {
    const claimed = judged('blocked', { claims: [{ type: 'done', quote: 'Done.', hedged: false }] })
    expect(account([OPENED, STOPPED, claimed]).claims.done.turns).toBe(1)
    expect(account([OPENED, STOPPED, claimed, BLOCKED, STOPPED])).toMatchObject({
      ended: { unanswered: 1 },
      claims: { done: { turns: 0 } },
    })
  })

  it('leaves out turns without an entry since then', () => {
    const said = [OPENED, STOPPED, judged('earned'), OPENED, STOPPED, judged('capped')]
    expect(account(said, '2026-03-01T12:00:03.000Z')).toMatchObject({ turns: 1, ended: { earned: 0, capped: 1 } })
    expect(account(said, '2027-01-01T00:00:00.000Z')).toMatchObject({ turns: 0 })
    // A turn that began before and ended since counts.
    expect(account(said, '2026-03-01T12:00:05.000Z')).toMatchObject({ turns: 1 })
  })

  it('of several accounts is their sum', () => {
    const one = account([OPENED, STOPPED, judged('earned', { claims: [{ type: 'done' }] })])
    expect(sumOf([one, one])).toMatchObject({ turns: 2, ended: { earned: 2 }, claims: { done: { turns: 2 } } })
    expect(sumOf([])).toMatchObject({ turns: 0 })
  })
})
