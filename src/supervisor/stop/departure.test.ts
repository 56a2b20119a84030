import { describe, expect, it } from 'vitest'
import type { Entry, JsonObject } from '../../ledger/kinds.ts'
import { builtInPolicy } from '../../policy/built-in.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { ruledBefore } from '../../session/facts.ts'
import { openingOf } from '../../session/recent.ts'
import { departureFrom, ruledBy } from './departure.ts'

const AT = '2026-01-02T00:00:00.000Z'
const EARLIER = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-03T00:00:00.000Z'

const ruled = (why: string) => ({ why, source: 'strong', project: '/p', at: AT })

const now = (more: Partial<ActivePolicy>): ActivePolicy => ({
  policy: builtInPolicy(),
  why: 'built-in',
  project: '/p',
  isMissing: false,
  source: null,
  approvedAt: null,
  pinned: null,
  notice: null,
  finding: null,
  ...more,
})

describe('a session and its earlier policy', () => {
  it.each<[string, string, Partial<ActivePolicy>]>([
    ['the same approval', 'approved', { why: 'approved', source: 'strong', approvedAt: EARLIER }],
    ['the same, with its file changed', 'approved', { why: 'approved-copy', source: 'strong', approvedAt: EARLIER }],
    ['the same, signed since', 'approved', { why: 'signed', source: 'strong' }],
    ['another approval since', 'approved', { why: 'approved', source: 'other', approvedAt: LATER }],
    ['an approval in place of a signature', 'signed', { why: 'approved', source: 'other', approvedAt: LATER }],
    ['an approval of another project since', 'signed', { why: 'approved', project: '/q', approvedAt: LATER }],
    ['another signature', 'signed', { why: 'signed', source: 'other' }],
    ['a signature in place of an approval', 'approved', { why: 'signed', source: 'other' }],
    ['another policy named by the environment', 'environment', { why: 'environment', source: 'other' }],
  ])('agree: %s', (_, why, more) => {
    expect(departureFrom(ruled(why), now(more))).toBe(null)
  })

  it.each<[string, string, Partial<ActivePolicy>, string]>([
    ['the built-in policy', 'approved', {}, 'POLICY_LOST'],
    ['an older approval', 'signed', { why: 'approved', source: 'w', approvedAt: EARLIER }, 'POLICY_LOST'],
    ['the copy of one', 'signed', { why: 'approved-copy', source: 'w', approvedAt: EARLIER }, 'POLICY_LOST'],
    ['an earlier approval put back', 'approved', { why: 'approved', source: 'w', approvedAt: EARLIER }, 'POLICY_LOST'],
    ['the environment', 'approved', { why: 'environment', source: 'w' }, 'POLICY_LOST'],
    ['another project', 'approved', { project: '/q' }, 'PROJECT_MOVED'],
    ['another, by the same signed file', 'signed', { why: 'signed', source: 'strong', project: '/q' }, 'PROJECT_MOVED'],
    ['another, approved before', 'approved', { why: 'approved', project: '/q', approvedAt: EARLIER }, 'PROJECT_MOVED'],
  ])('differ: %s', (_, why, more, code) => {
    expect(departureFrom(ruled(why), now(more))).toMatchObject({ code })
  })

  it('tells the person what to do about a difference', () => {
    const { detail } = departureFrom(ruled('signed'), now({ notice: 'Run: x' })) ?? {}
    expect(detail).toBe("The session's earlier policy (signed) is no longer active. Run: x")
  })
})

const entry = (kind: string, body: JsonObject = {}): Entry => ({ kind, body, at: AT }) as unknown as Entry

describe('the earlier policies in entries', () => {
  const ruling = ruledBy(now({ why: 'signed', source: 's' }))

  it('are those of a session, a turn and a stop, if a person decided on one', () => {
    const one = { why: 'signed', source: 's', project: '/p', at: AT }
    expect(ruledBefore([entry('policy.ruling', ruling), entry('turn.opened', { ruling })])).toEqual([one, one])
    const none = [
      entry('policy.ruling', { ...ruling, source: null }),
      entry('turn.opened'),
      entry('a', { ruling: 'x' }),
    ]
    expect(ruledBefore(none)).toEqual([])
    // As older versions wrote it.
    expect(ruledBefore([entry('policy.ruling', { why: 'approved', source: 's' })])).toEqual([])
  })

  it('are read up to the first prompt, or up to a second session start', () => {
    const kinds = (...all: string[]) => openingOf(all.map((kind) => entry(kind))).map(({ kind }) => kind)
    expect(kinds('session.started', 'a', 'turn.opened', 'b')).toEqual(['session.started', 'a', 'turn.opened'])
    expect(kinds('session.started', 'a', 'session.started', 'b')).toEqual(['session.started', 'a'])
    expect(kinds(...Array.from({ length: 99 }, () => 'a'))).toHaveLength(50)
  })
})
