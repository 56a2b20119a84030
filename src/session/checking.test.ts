import { describe, expect, it } from 'vitest'
import { entriesOf, judged, OPENED, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { type Account, addEntry, closed, emptyAccounting } from './account.ts'
import { pendingStops } from './checking.ts'
import { sessionOf } from './fold.ts'
import { foldFacts } from './fold-facts.ts'
import { isFine, outcomeOf, type TurnEnd } from './outcome.ts'
import { emptyTally, TALLY_FOLDS } from './tally.ts'

const CHECKING = judged('checking', {
  checking: { checks: ['tests'], since: 's', until: 'u', process: { pid: 7, start: '1', boot: 'b', place: 'p' } },
  findings: [{ code: 'CHECKING', subject: 'done', mode: 'block' }],
  claims: [{ type: 'done' }],
})
const settled = (verdict: string, of: number): Said => [
  'stop.settled',
  { verdict, of, claims: [{ type: 'done' }], notes: verdict === 'earned' ? [{ code: 'EARNED', subject: 'done' }] : [] },
]

const pending = (...said: readonly Said[]): number[] => pendingStops(entriesOf(said)).map(({ stop }) => stop)
const outcome = (...said: readonly Said[]): TurnEnd => outcomeOf(sessionOf(entriesOf(said)))
const listed = (...said: readonly Said[]) => foldFacts(entriesOf(said), emptyTally(), TALLY_FOLDS).tally.verdict
const account = (...said: readonly Said[]): Account => closed(entriesOf(said).reduce(addEntry, emptyAccounting('')))

describe('a stop that ended checking', () => {
  it('is pending until its verdict comes, whatever happens in between', () => {
    expect(pending(OPENED, STOPPED, CHECKING)).toEqual([2])
    expect(pending(OPENED, STOPPED, CHECKING, OPENED, STOPPED, judged('earned'))).toEqual([2])
    expect(pending(OPENED, STOPPED, CHECKING, OPENED, STOPPED, CHECKING, settled('earned', 2))).toEqual([5])
    expect(pending(OPENED, STOPPED, CHECKING, settled('failed', 2))).toEqual([])
  })

  it('names the checks and their process', () => {
    expect(outcome(OPENED, STOPPED, CHECKING)).toMatchObject({
      judgement: { verdict: 'checking', checking: { checks: ['tests'], process: { pid: 7, start: '1' } } },
    })
  })

  it('is not fine, and gets the verdict that comes later', () => {
    expect(isFine(outcome(OPENED, STOPPED, CHECKING))).toBe(false)
    for (const verdict of ['earned', 'failed', 'superseded', 'unsupervised']) {
      const said = [OPENED, STOPPED, CHECKING, settled(verdict, 2)]
      expect(outcome(...said)).toMatchObject({ kind: 'judged', judgement: { verdict, of: 2 } })
      expect(listed(...said)).toBe(verdict)
      expect(account(...said)).toMatchObject({ turns: 1, ended: { [verdict]: 1, checking: 0 } })
    }
  })

  it('does not lend its verdict to a later stop or turn', () => {
    const again = [OPENED, STOPPED, CHECKING, STOPPED, judged('capped'), settled('earned', 2)]
    expect(outcome(...again)).toMatchObject({ judgement: { verdict: 'capped' } })
    expect(listed(...again)).toBe('capped')
    const next = [OPENED, STOPPED, CHECKING, OPENED, STOPPED, judged('capped'), settled('earned', 2)]
    expect(outcome(...next)).toMatchObject({ turn: 2, judgement: { verdict: 'capped' } })
    expect(listed(...next)).toBe('capped')
  })

  it('is counted by its late verdict, also after the next turn has begun', () => {
    const { ended, claims } = account(
      OPENED,
      STOPPED,
      CHECKING,
      OPENED,
      settled('earned', 2),
      STOPPED,
      judged('unclaimed'),
    )
    expect(ended).toMatchObject({ earned: 1, unclaimed: 1, checking: 0 })
    expect(claims.done).toEqual({ turns: 1, earned: 1, unearned: 0, waived: 0, other: 0 })
  })
})
