import { expect, it } from 'vitest'
import { entriesOf, judged, OPENED, type Said, STOPPED } from '../../../test/helpers/entries.ts'
import type { Json } from '../../ledger/kinds.ts'
import { type Beside, besideStop } from './beside.ts'

const SERVER = { id: 'b1', type: 'shell', status: 'running', command: 'sleep 900' }

const beside = (background: Json[], before: Said[] = [], agent: string | null = null): Beside =>
  besideStop(
    { agent: agent === null ? null : { id: agent, type: 'worker' } } as never,
    { kind: 'stop', message: '', isAgain: null, background },
    () => entriesOf([OPENED, ...before, STOPPED]).reverse(),
  )

it('a task is fresh until a stop has waited for it, also in later turns', () => {
  const waited: Said[] = [STOPPED, judged('waiting', { waitedFor: ['b1'] })]
  expect(beside([SERVER])).toEqual({ fresh: ['b1'], waitedFor: [] })
  expect(beside([SERVER], [STOPPED, judged('blocked')])).toEqual({ fresh: ['b1'], waitedFor: [] })
  expect(beside([SERVER], waited)).toEqual({ fresh: [], waitedFor: ['b1'] })
  expect(beside([SERVER], [...waited, OPENED])).toEqual({ fresh: [], waitedFor: ['b1'] })
  expect(beside([SERVER, { id: 'b2' }], [...waited, OPENED])).toEqual({ fresh: ['b2'], waitedFor: ['b1'] })
})

it('a stop that the gate failed to judge makes no task fresh again', () => {
  const failed = judged('unsupervised', { failed: 'GATE_FAILED' })
  expect(beside([SERVER], [judged('waiting', { waitedFor: ['b1'] }), failed]).fresh).toEqual([])
})

it('a task without an id is known by its content', () => {
  const [name] = beside(['sleep 900']).fresh
  expect(beside(['sleep 900', 'sleep 1'], [judged('waiting', { waitedFor: [name ?? ''] })])).toEqual({
    fresh: [expect.not.stringMatching(name ?? '')],
    waitedFor: [name],
  })
})

it('a subagent does not wait for itself, and without tasks nothing is read', () => {
  expect(beside([{ id: 'a' }], [], 'a')).toEqual({ fresh: [], waitedFor: [] })
  const unread = (): never => expect.unreachable()
  const stop = { kind: 'stop', message: '', isAgain: null, background: [] } as const
  expect(besideStop({ agent: null } as never, { ...stop, background: [] }, unread)).toEqual({
    fresh: [],
    waitedFor: [],
  })
})
