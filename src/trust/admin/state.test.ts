import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADMIN, accepted, entryOf, STRANGER, setting, signed, stateAfter } from '../../../test/helpers/admins.ts'
import { anyJson } from '../../../test/helpers/any.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { DEFAULT_PARAMETERS } from '../parameters.ts'
import { type AdminFact, readAdminFact } from './facts.ts'
import { foldAdmin, NO_ADMIN, unsignedIn } from './state.ts'

const first = accepted(signed(setting('threshold', 0.35)))
const rotation = accepted(signed({ kind: 'rotate', publicKey: STRANGER.publicKey }, { counter: 2 }))
const key = (publicKey: string, forced: boolean, id = ''): AdminFact => ({
  kind: 'admin.key',
  body: { key: id, publicKey, forced },
})

describe('the state of the administrator', () => {
  it('holds the parameters, and the command that decides each', () => {
    const state = stateAfter(first, accepted(signed(setting('threshold', 0.4), { counter: 2 })))
    expect(state.parameters).toEqual({ ...DEFAULT_PARAMETERS, threshold: 0.4 })
    expect(state.changes).toMatchObject({ threshold: { seq: 3, from: 0.35, command: { counter: 2 } } })
    expect([state.counter, state.acceptedAt.length]).toEqual([2, 2])
  })

  it('lists the accepted recalibrations', () => {
    const state = stateAfter(
      accepted(signed({ kind: 'recalibrate', since: null })),
      accepted(signed({ kind: 'recalibrate', since: null }, { counter: 2 })),
    )
    expect(state.recalibrations.map(({ seq, command }) => [seq, command.counter])).toEqual([
      [2, 1],
      [3, 2],
    ])
    expect(state.parameters).toBe(DEFAULT_PARAMETERS)
  })

  it('keeps the parameters when the key is rotated', () => {
    const state = stateAfter(first, rotation)
    expect(state.key).toMatchObject({ id: STRANGER.id, forced: false })
    expect(state.parameters.threshold).toBe(0.35)
    expect(unsignedIn(state)).toBe(null)
  })

  it('starts from the defaults when a person puts a key in place by force', () => {
    const state = stateAfter(first, key(STRANGER.publicKey, true, STRANGER.id))
    expect(state).toMatchObject({ key: { id: STRANGER.id, forced: true }, counter: 0, changes: {} })
    expect(state.parameters).toBe(DEFAULT_PARAMETERS)
  })

  it.each<[string, AdminFact]>([
    ['is repeated', first],
    ['is of another key', accepted(signed(setting('decay', 0.5), { counter: 2, by: STRANGER }))],
    ['is out of range', accepted(signed(setting('decay', 5), { counter: 2 }))],
    ['is a key whose id is wrong', key(STRANGER.publicKey, false, ADMIN.id)],
  ])('ignores an entry that %s', (_, fact) => {
    expect(stateAfter(first, fact)).toEqual(stateAfter(first))
  })

  it('ignores everything before the first key', () => {
    expect(foldAdmin(NO_ADMIN, entryOf(first, 1))).toBe(NO_ADMIN)
  })
})

describe('whoever can write to the ledger, but has no key,', () => {
  const forged = (command: ReturnType<typeof signed>) => accepted({ ...command, key: ADMIN.id })

  it('is found out when setting a parameter', () => {
    const fact = forged(signed(setting('threshold', 0.9), { by: STRANGER }))
    expect(unsignedIn(stateAfter(fact))).toMatchObject({ seq: 2 })
  })

  it('is found out when asking to recalibrate', () => {
    expect(
      unsignedIn(stateAfter(forged(signed({ kind: 'recalibrate', since: null }, { by: STRANGER })))),
    ).toMatchObject({ seq: 2 })
  })

  it('is found out when rotating to a key of their own, whatever follows', () => {
    const theft = forged(signed({ kind: 'rotate', publicKey: STRANGER.publicKey }, { by: STRANGER }))
    const use = accepted(signed(setting('threshold', 0.9), { counter: 2, by: STRANGER }))
    const back = accepted(signed({ kind: 'rotate', publicKey: ADMIN.publicKey }, { counter: 3, by: STRANGER }))
    expect(unsignedIn(stateAfter(theft, use, back))).toMatchObject({ seq: 2 })
  })
})

it('any body of any kind can be read', () => {
  fc.assert(
    fc.property(fc.constantFrom('admin.key', 'admin.accepted', 'admin.refused', 'x'), anyJson(), (kind, body) => {
      readAdminFact({ kind, body: { ...(body as JsonObject), command: body } })
    }),
  )
})
