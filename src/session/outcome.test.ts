import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesOf, judged, OPENED, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { sessionOf } from './fold.ts'
import { foldFacts } from './fold-facts.ts'
import { agentsOf, isFine, isOpen, outcomeOf, type TurnEnd, unjudgedIn } from './outcome.ts'
import { TURN_VERDICTS } from './state.ts'
import { emptyTally, TALLY_FOLDS } from './tally.ts'

const outcome = (...said: readonly Said[]): TurnEnd => outcomeOf(sessionOf(entriesOf(said)))

const CALL: Said = ['dispatch.proposed', { tool: 'Bash', input: { command: 'ls' }, call: 'c' }]
const UNSEEN: Said = ['dispatch.unseen', { tool: 'Bash', input: { command: 'ls' }, call: 'u' }]
const UNJUDGED: Said = ['gate.unanswered', { stop: null }]
const OVERRULED: Said = ['gate.overruled', { judged: 3, by: 'hook' }]
const BLOCKED: Said = ['stop.blocked', { reason: 'r' }]

/** The verdict as the list of sessions shows it. */
const listed = (...said: readonly Said[]) => foldFacts(entriesOf(said), emptyTally(), TALLY_FOLDS).tally.verdict

const verdictOf = (found: TurnEnd) => {
  if (found.kind === 'going-on') return null
  return found.kind === 'judged' ? found.judgement.verdict : found.kind
}

describe('the outcome of a turn', () => {
  it('is the same in a list of sessions, whatever happened', () => {
    const observed: Said = [
      'dispatch.observed',
      { tool: 'Bash', input: { command: 'ls' }, call: 'c', status: 'succeeded' },
    ]
    const denied: Said = ['dispatch.denied', { call: 'c', code: 'SECRET_PATH' }]
    const failed: Said = ['stop.failed', { error: 'overloaded' }]
    const verdicts = (['earned', 'blocked', 'waiting'] as const).map((verdict) => judged(verdict))
    const steps = [OPENED, STOPPED, CALL, UNSEEN, observed, denied, failed, ...verdicts, BLOCKED, UNJUDGED, OVERRULED]
    const beginning = fc.constantFrom<Said[]>(
      [],
      [['session.started', { host: 'claude-code', session: 's' }]],
      [['session.started', { host: 'claude-code', session: 's', agent: 'a', parent: { stream: 'session/s' } }]],
    )
    const step = fc.constantFrom<Said>(...steps)
    fc.assert(
      fc.property(beginning, fc.array(step, { maxLength: 12 }), (begun, rest) => {
        const said = [...begun, ...rest]
        expect(listed(...said)).toBe(verdictOf(outcome(...said)))
      }),
      { numRuns: 500 },
    )
  })

  it.each(TURN_VERDICTS)('is the gate’s verdict on its last stop: %s', (verdict) => {
    const found = outcome(OPENED, STOPPED, judged(verdict))
    expect(found).toMatchObject({ kind: 'judged', turn: 1, seq: 1, stop: { seq: 2 }, judgement: { seq: 3, verdict } })
    expect(isFine(found)).toBe(['unclaimed', 'earned', 'warned', 'red', 'deferred'].includes(verdict))
  })

  it('is that of the last stop of several', () => {
    const found = outcome(OPENED, STOPPED, judged('blocked'), BLOCKED, CALL, STOPPED, judged('earned'))
    expect(found).toMatchObject({ kind: 'judged', judgement: { verdict: 'earned' } })
  })

  it('stays blocked while the agent continues, and if it gives up', () => {
    for (const after of [[], [CALL]])
      expect(outcome(OPENED, STOPPED, judged('blocked'), BLOCKED, ...after)).toMatchObject({
        kind: 'judged',
        judgement: { verdict: 'blocked' },
      })
  })

  it('is overruled if it ended although it was blocked, and never fine', () => {
    const found = outcome(OPENED, STOPPED, judged('blocked'), BLOCKED, OVERRULED, ['session.ended'])
    expect(found).toMatchObject({ kind: 'overruled', by: 'hook', stop: { seq: 2 }, judgement: { seq: 3 } })
    expect(isFine(found)).toBe(false)
  })

  it('is not overruled by an entry without a block, or if the agent was heard of again', () => {
    expect(outcome(OPENED, STOPPED, judged('earned'), OVERRULED)).toMatchObject({ kind: 'judged' })
    expect(outcome(OPENED, STOPPED, judged('blocked'), OVERRULED, CALL)).toMatchObject({ kind: 'going-on' })
    const again = outcome(OPENED, STOPPED, judged('blocked'), OVERRULED, STOPPED, judged('earned'))
    expect(again).toMatchObject({ kind: 'judged', judgement: { verdict: 'earned' } })
  })

  it('is unanswered if only the transcript shows that it ended, whatever was judged before', () => {
    for (const before of [[], [STOPPED, judged('earned'), CALL], [STOPPED, judged('blocked'), CALL]])
      expect(outcome(OPENED, ...before, UNJUDGED)).toMatchObject({ kind: 'unanswered', isCertain: true })
    expect(unjudgedIn(sessionOf(entriesOf([OPENED, UNJUDGED, OPENED, UNJUDGED, OPENED])))).toBe(2)
  })

  it('is unanswered if the last stop has no verdict, whatever an earlier one has', () => {
    const unanswered: Said = ['gate.unanswered', { stop: 2 }]
    const cases: Said[][] = [
      [OPENED, STOPPED],
      [OPENED, STOPPED, unanswered],
      [OPENED, STOPPED, judged('earned'), STOPPED],
    ]
    for (const said of cases) {
      expect(outcome(...said)).toMatchObject({ kind: 'unanswered' })
      expect(isFine(outcome(...said))).toBe(false)
    }
  })

  it('does not exist before a stop, and is not taken from an earlier turn', () => {
    expect(outcome()).toMatchObject({ kind: 'going-on', turn: 0, seq: 0, failure: null })
    expect(outcome(OPENED, CALL)).toMatchObject({ kind: 'going-on', turn: 1, seq: 1 })
    expect(outcome(OPENED, STOPPED, judged('earned'), OPENED)).toMatchObject({ kind: 'going-on', turn: 2, seq: 4 })
  })

  it('does not exist if the agent continues after it was allowed to stop', () => {
    for (const verdict of ['earned', 'waiting'])
      expect(outcome(OPENED, STOPPED, judged(verdict), ['notice.received', {}], CALL)).toMatchObject({
        kind: 'going-on',
      })
  })

  it.each(TURN_VERDICTS)('names the verdict that allowed the agent to stop before it continued: %s', (verdict) => {
    const found = outcome(OPENED, STOPPED, judged(verdict), CALL)
    if (verdict === 'blocked') expect(found).toMatchObject({ kind: 'judged' })
    else
      expect(found).toMatchObject({ earlier: ['waiting', 'checking'].includes(verdict) ? null : { verdict, seq: 3 } })
  })

  it('names no verdict of an earlier stop or turn', () => {
    for (const said of [
      [OPENED, CALL],
      [OPENED, STOPPED, judged('earned'), OPENED, CALL],
      [OPENED, STOPPED, judged('earned'), STOPPED, CALL],
    ])
      expect(outcome(...said)).toMatchObject({ kind: 'going-on', earlier: null })
  })

  it('is not undone by a call that only the transcript shows later', () => {
    expect(outcome(OPENED, STOPPED, judged('earned'), UNSEEN)).toMatchObject({ kind: 'judged' })
  })

  it('names the error that interrupted a turn', () => {
    const failed: Said = ['stop.failed', { error: 'overloaded' }]
    expect(outcome(OPENED, CALL, failed)).toMatchObject({ kind: 'going-on', failure: { seq: 3, error: 'overloaded' } })
  })

  it('of a subagent is that of its last stop, without a turn', () => {
    expect(outcome(['session.started', { agent: 'a' }], STOPPED, judged('capped'))).toMatchObject({
      kind: 'judged',
      turn: 0,
      judgement: { verdict: 'capped' },
    })
  })

  it('treats an unknown verdict as unsupervised', () => {
    const found = outcome(OPENED, STOPPED, judged('wonderful'))
    expect([found, isFine(found)]).toMatchObject([{ judgement: { verdict: 'unsupervised' } }, false])
  })
})

describe('a turn', () => {
  const open = (...said: readonly Said[]): boolean => isOpen(sessionOf(entriesOf(said)))

  it('is open from the prompt until the gate lets it end', () => {
    expect(open()).toBe(false)
    expect(open(OPENED)).toBe(true)
    expect(open(OPENED, STOPPED)).toBe(true)
    for (const verdict of TURN_VERDICTS)
      expect(open(OPENED, STOPPED, judged(verdict))).toBe(['blocked', 'waiting', 'checking'].includes(verdict))
    expect(open(OPENED, STOPPED, judged('capped'), OPENED)).toBe(true)
  })

  it('ends with its session', () => {
    expect(open(OPENED, ['session.ended', {}])).toBe(false)
  })

  it('of a subagent begins with it', () => {
    expect(open(['session.started', { agent: 'a' }])).toBe(true)
  })
})

describe('the subagents of a turn', () => {
  const started = (agent: string): Said => ['agent.started', { agent, type: 't', stream: `session/a.${agent}` }]
  const stopped = (agent: string): Said => ['agent.stopped', { agent, stream: `session/a.${agent}` }]
  const agents = (...said: readonly Said[]): string[] => agentsOf(sessionOf(entriesOf(said)))

  it('are those that were started in it, that ended in it, and that have not ended', () => {
    const before = [OPENED, started('gone'), stopped('gone'), started('late'), started('open')]
    expect(agents(...before, OPENED, stopped('late'), started('new'))).toEqual([
      'session/a.late',
      'session/a.open',
      'session/a.new',
    ])
  })
})
