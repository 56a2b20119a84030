import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { type Entry, GENESIS, type JsonObject } from './kinds.ts'
import { emptyRegister, REGISTER_FOLDS, type Register } from './register.ts'

const HASH = 'a'.repeat(64)

/** The register after entries of these kinds, in order. */
function registerOf(...facts: [kind: string, body: JsonObject][]): Register {
  const entries = facts.map(
    ([kind, body], i): Entry => ({
      v: 1,
      stream: 'admin/streams',
      seq: i + 1,
      at: `2026-01-0${i + 1}T00:00:00.000Z`,
      kind,
      actor: 'harness',
      body,
      artifacts: [],
      prev: GENESIS,
    }),
  )
  return fold(entries, emptyRegister(), REGISTER_FOLDS)
}

const begun: [string, JsonObject] = ['ledger.opened', { ledger: 'id-1' }]
const opened = (stream: string): [string, JsonObject] => ['stream.opened', { stream }]
const collected = (stream: string): [string, JsonObject] => ['stream.collected', { stream, seq: 9, hash: HASH }]

describe('the register', () => {
  it('begins with the id of the ledger', () => {
    expect(registerOf(begun).ledger).toBe('id-1')
    expect(registerOf().ledger).toBeNull()
  })

  it('accepts an id only before all streams: a recreated register has no id', () => {
    expect(registerOf(['tail.repaired', {}], begun).ledger).toBe('id-1')
    expect(registerOf(opened('session/a'), begun).ledger).toBeNull()
    expect(registerOf(begun, ['ledger.opened', { ledger: 'id-2' }]).ledger).toBe('id-1')
    expect(registerOf(['ledger.opened', {}]).ledger).toBeNull()
  })

  it('lists every stream that was opened', () => {
    const { streams, reopened } = registerOf(begun, opened('session/a'), opened('run/b'))
    expect([...streams]).toEqual([
      ['session/a', { kind: 'open', since: 2 }],
      ['run/b', { kind: 'open', since: 3 }],
    ])
    expect(reopened).toEqual([])
  })

  it('keeps a tombstone of a collected stream: its end, and when it was removed', () => {
    const { streams } = registerOf(begun, opened('session/a'), collected('session/a'))
    expect(streams.get('session/a')).toEqual({
      kind: 'collected',
      since: 2,
      tombstone: { seq: 9, hash: HASH, at: '2026-01-03T00:00:00.000Z' },
    })
  })

  it('lets a collected stream begin again', () => {
    const { streams, reopened } = registerOf(begun, opened('session/a'), collected('session/a'), opened('session/a'))
    expect(streams.get('session/a')).toEqual({ kind: 'open', since: 4 })
    expect(reopened).toEqual([])
  })

  it('remembers a stream that was listed as new while it was open: the earlier one was removed', () => {
    const { reopened } = registerOf(begun, opened('session/a'), opened('session/a'))
    expect(reopened).toEqual([{ stream: 'session/a', seq: 3 }])
  })

  it('is not misled by stream names that every object inherits', () => {
    const { streams } = registerOf(begun, opened('constructor'), opened('__proto__'))
    expect([...streams.keys()]).toEqual(['constructor', '__proto__'])
  })

  it('starts afresh for every fold', () => {
    registerOf(begun, opened('session/a'))
    expect(emptyRegister()).toEqual({ ledger: null, streams: new Map(), reopened: [] })
  })
})
