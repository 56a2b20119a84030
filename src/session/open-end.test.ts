import { describe, expect, it } from 'vitest'
import { entriesOf, judged, OPENED, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { openEnd } from './open-end.ts'

const CALL: Said = ['dispatch.proposed', { tool: 'Bash', input: { command: 'ls' }, call: 'c' }]
const NOTICE: Said = ['notice.received', { origin: 'feedback', text: 'No.' }]
const RESTARTED: Said = ['session.started', { host: 'h', session: 's', source: 'resume' }]
const open = (...said: readonly Said[]) => openEnd([...entriesOf(said)].reverse())

describe('the end of the last turn is', () => {
  it('settled if the gate let it end, and nothing happened since', () => {
    expect(open(OPENED, CALL, STOPPED, judged('earned'), ['outcome.observed'])).toBeNull()
    expect(open()).toBeNull()
  })

  it('open if a stop has no verdict, but not if no gate was to judge it', () => {
    expect(open(OPENED, STOPPED, ['host.event'])).toEqual({ kind: 'unanswered', stop: 2 })
    expect(open(OPENED, ['stop.reached', { message: 'Done.' }])).toBeNull()
  })

  it('open if no stop was reported, or none since the agent went on', () => {
    expect(open(OPENED, CALL)).toEqual({ kind: 'unstopped' })
    expect(open(OPENED, STOPPED, judged('unclaimed'), NOTICE)).toEqual({ kind: 'unstopped' })
  })

  it('open after a block, with or without what followed', () => {
    const held = { kind: 'held', judged: 3, hasGoneOn: false, isRestarted: false }
    const blocked = [OPENED, STOPPED, judged('blocked'), ['stop.blocked', { reason: 'r' }]] satisfies Said[]
    expect(open(...blocked)).toEqual(held)
    for (const more of [CALL, NOTICE]) expect(open(...blocked, more)).toEqual({ ...held, hasGoneOn: true })
    expect(open(...blocked, RESTARTED)).toEqual({ ...held, isRestarted: true })
  })

  it.each([
    'gate.unanswered',
    'gate.overruled',
    'session.ended',
    'stop.failed',
    'recording.paused',
    'recording.resumed',
  ])('settled after %s', (kind) => {
    expect(open(OPENED, CALL, [kind], RESTARTED)).toBeNull()
    expect(open(OPENED, STOPPED, judged('blocked'), [kind])).toBeNull()
  })
})
