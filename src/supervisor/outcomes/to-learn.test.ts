import { describe, expect, it } from 'vitest'
import { entriesOf, OPENED, type Said } from '../../../test/helpers/entries.ts'
import { bash, denied, ended, START } from '../../../test/helpers/outcomes.ts'
import { toolsOf } from '../../hosts/calls.ts'
import type { Seen } from '../../trust/learning/seen.ts'
import { outcomesOf, turnsOf } from './outcomes.ts'
import { seenSession } from './seen-session.ts'
import { toLearn } from './to-learn.ts'

const scored = (call: string, risk: number, route = 'proceed'): Said => [
  'dispatch.scored',
  { call, risk, route, matched: [] },
]

/** Lessons from a session. */
function learnt(...said: Said[]): Seen {
  const tools = toolsOf('claude-code')
  const seen = seenSession(entriesOf(said), tools, () => '/home/me/project')
  return toLearn('session/a', turnsOf(seen), outcomesOf(seen), tools)
}

describe('what a session teaches', () => {
  it('is the count of its last turn, and every outcome with its call and score', () => {
    const { count, outcomes } = learnt(
      START,
      OPENED,
      bash('a', 'cat /etc/shadow'),
      scored('a', 0.8, 'escalate'),
      denied('a', 'PROTECTED_PATH'),
    )
    expect(count).toEqual({ stream: 'session/a', turn: 2, scored: 1, above: 1, ran: [], matched: [] })
    expect(outcomes).toEqual([
      {
        stream: 'session/a',
        seq: 3,
        turn: 2,
        outcome: 'violation',
        why: expect.any(String),
        score: 0.8,
        isAbove: true,
        call: { tool: 'Bash', input: { command: 'cat /etc/shadow' }, command: 'cat /etc/shadow' },
      },
    ])
  })

  it('is the count of the turn before while nothing has happened in the new one', () => {
    expect(learnt(START, OPENED, bash('a', 'ls'), scored('a', 0.1), ended('a'), OPENED).count).toMatchObject({
      turn: 2,
      ran: [[3, 0.1]],
    })
  })

  it('is nothing without calls', () => {
    expect(learnt(START, OPENED)).toEqual({ count: null, outcomes: [] })
  })
})
