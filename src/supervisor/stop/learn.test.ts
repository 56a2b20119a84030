import { describe, expect, it } from 'vitest'
import { entriesOf, OPENED, type Said } from '../../../test/helpers/entries.ts'
import { trustAt } from '../../../test/helpers/trusts.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { sessionOf } from '../../session/fold.ts'
import type { Seen } from '../../trust/learning/seen.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import type { Trust } from '../trust.ts'
import { learnFrom } from './learn.ts'

const PROJECT = '/home/me/project'
const ACTIVE = { project: PROJECT } as ActivePolicy
const EVENT = { stream: 'session/a' } as HostEvent

const of = { call: 'a', tool: 'Bash', input: { command: 'a' } }
const CALLED: Said[] = [
  OPENED,
  ['dispatch.proposed', of, 'agent'],
  ['dispatch.scored', { call: 'a', risk: 0.1, route: 'proceed', matched: [] }],
  ['dispatch.observed', { ...of, status: 'succeeded', exit: 0 }],
]

type Learnt = { project: string; seen: Seen }

/** Learns from a session, and returns what the scorers were told. */
function learnt(said: readonly Said[], active: ActivePolicy | null = ACTIVE): Learnt[] {
  const told: Learnt[] = []
  const trust: Trust = { ...trustAt(0), learn: (project, seen) => void told.push({ project, seen }) }
  learnFrom({ trust } as GuardedWorld, EVENT, active, sessionOf(entriesOf(said)))
  return told
}

describe('the end of a turn', () => {
  it("tells the project's scorers what was counted", () => {
    expect(learnt(CALLED)).toEqual([
      {
        project: PROJECT,
        seen: {
          count: { stream: 'session/a', turn: 1, scored: 1, above: 0, ran: [[2, 0.1]], matched: [] },
          outcomes: [],
        },
      },
    ])
  })

  it('tells them nothing if no call was scored, or the project is unknown', () => {
    expect(learnt([OPENED])).toEqual([])
    expect(learnt(CALLED, null)).toEqual([])
  })

  it('costs no verdict if calls are not scored, or learning fails', () => {
    const failing: Trust = {
      ...trustAt(0),
      learn() {
        throw new Error('the disk is full')
      },
    }
    for (const trust of [null, failing])
      expect(() => learnFrom({ trust } as GuardedWorld, EVENT, ACTIVE, sessionOf(entriesOf(CALLED)))).not.toThrow()
  })
})
