import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ADMIN,
  accepted,
  asRead,
  entryOf,
  LEDGER,
  type Making,
  NOON,
  STRANGER,
  setting,
  signed,
  stateAfter,
} from '../../../test/helpers/admins.ts'
import { DEFAULT_PARAMETERS, type ParameterName, parameterOf, RANGES } from '../parameters.ts'
import { type AdminCommand, type ReadCommand, readCommand } from './command.ts'
import { signCommand } from './drivers/sign.ts'
import { type JudgedCommand, judgeCommand } from './judge.ts'
import { type AdminState, foldAdmin, MAX_ACCEPTED, NO_ADMIN, unsignedIn } from './state.ts'

const MINUTE = 60_000
const judge = (read: ReadCommand, { state = stateAfter(), atMs = NOON } = {}): JudgedCommand =>
  judgeCommand(state, LEDGER, read, atMs)
const refused = (code: string) => ({ kind: 'refused', code, why: expect.any(String) })

const WISH = setting('threshold', 0.35)

describe('a command of the administrator', () => {
  it('is accepted, with the value before and after', () => {
    const command = signed(WISH)
    expect(judge(asRead(command))).toEqual({ kind: 'accepted', fact: { command, from: 0.3, to: 0.35 } })
  })

  it('is accepted up to ten minutes after it was signed, and up to a minute before', () => {
    expect(judge(asRead(signed(WISH)), { atMs: NOON + 10 * MINUTE }).kind).toBe('accepted')
    expect(judge(asRead(signed(WISH)), { atMs: NOON + 10 * MINUTE + 1 })).toEqual(refused('COMMAND_STALE'))
    expect(judge(asRead(signed(WISH)), { atMs: NOON - MINUTE }).kind).toBe('accepted')
    expect(judge(asRead(signed(WISH)), { atMs: NOON - MINUTE - 1 })).toEqual(refused('COMMAND_EARLY'))
  })

  it('is accepted once, and no earlier one after it', () => {
    const state = stateAfter(accepted(signed(WISH, { counter: 3 })))
    expect(judge(asRead(signed(WISH, { counter: 3 })), { state })).toEqual(refused('COMMAND_REPLAYED'))
    expect(judge(asRead(signed(WISH, { counter: 2 })), { state })).toEqual(refused('COMMAND_REPLAYED'))
    expect(judge(asRead(signed(WISH, { counter: 4 })), { state }).kind).toBe('accepted')
  })

  it('may not use up the counters that are left', () => {
    expect(judge(asRead(signed(WISH, { counter: 1_000 }))).kind).toBe('accepted')
    expect(judge(asRead(signed(WISH, { counter: 1_001 })))).toEqual(refused('COUNTER_AHEAD'))
    expect(judge(asRead(signed(WISH, { counter: Number.MAX_SAFE_INTEGER })))).toEqual(refused('COUNTER_AHEAD'))
  })

  it('is refused if its value is out of range', () => {
    expect(judge(asRead(signed(setting('threshold', 0.95))))).toEqual(refused('OUT_OF_RANGE'))
  })

  it('is refused after ten others within an hour', () => {
    const facts = Array.from({ length: MAX_ACCEPTED }, (_, i) => accepted(signed(WISH, { counter: i + 1 })))
    const next = (atMs: number) => asRead(signed(WISH, { counter: 11, atMs }))
    const state = stateAfter(...facts)
    expect(judge(next(NOON), { state })).toEqual(refused('RATE_EXCEEDED'))
    expect(judge(next(NOON + 60 * MINUTE), { state, atMs: NOON + 60 * MINUTE }).kind).toBe('accepted')
    expect(judge(next(NOON), { state: stateAfter(...facts.slice(1)) }).kind).toBe('accepted')
  })
})

describe('an attempt to cheat', () => {
  const command = signed(WISH)

  it.each<[string, object]>([
    ['the value', { command: setting('threshold', 0.9) }],
    ['the counter', { counter: 2 }],
    ['the time', { issuedAt: '2026-01-31T12:00:00.001Z' }],
    ['the ledger', { ledger: 'another' }],
  ])('is refused if it changes %s after signing', (_, change) => {
    expect(judge(asRead({ ...command, ...change }))).toEqual(refused('SIGNATURE_INVALID'))
  })

  it('is refused with the signature of a stranger, under either key', () => {
    const strange = signed(WISH, { by: STRANGER })
    expect(judge(asRead(strange))).toEqual(refused('KEY_WRONG'))
    expect(judge(asRead({ ...strange, key: ADMIN.id }))).toEqual(refused('SIGNATURE_INVALID'))
  })

  it('is refused with the signature of another command', () => {
    const { signature } = signed(setting('threshold', 0.9))
    expect(judge(asRead({ ...command, signature }))).toEqual(refused('SIGNATURE_INVALID'))
  })

  it('is refused if the command is for another ledger', () => {
    expect(judge(asRead(signed(WISH, { ledger: 'another' })))).toEqual(refused('LEDGER_WRONG'))
  })

  it('is refused if nobody signed it, if it cannot be read, and if there is no administrator', () => {
    const { signature: _, issuedAt: __, key: ___, ...proposal } = command
    expect(judge(readCommand(JSON.stringify(proposal)))).toEqual(refused('COMMAND_UNSIGNED'))
    expect(judge(readCommand('{}'))).toEqual(refused('COMMAND_MALFORMED'))
    expect(judge(asRead(command), { state: NO_ADMIN })).toEqual(refused('NO_ADMIN_KEY'))
  })

  it('is refused with a date that does not exist, even if it is signed', () => {
    const { signature: _, key: __, issuedAt: ___, ...proposal } = command
    const odd = signCommand(proposal, ADMIN, '2026-99-99T12:00:00.000Z')
    expect(judge(readCommand(JSON.stringify(odd)))).toEqual(refused('COMMAND_STALE'))
  })

  it('is refused with the old key after a rotation', () => {
    const state = stateAfter(accepted(signed({ kind: 'rotate', publicKey: STRANGER.publicKey })))
    expect(judge(asRead(signed(WISH, { counter: 2 })), { state })).toEqual(refused('KEY_WRONG'))
    expect(judge(asRead(signed(WISH, { counter: 2, by: STRANGER })), { state }).kind).toBe('accepted')
  })
})

type Step = { name: ParameterName; value: number; making: Making; tampers: boolean; laterMs: number }

const anyStep = (): fc.Arbitrary<Step> =>
  fc.record({
    name: fc.constantFrom<ParameterName>('threshold', 'decay', 'window', 'scorers'),
    value: fc.oneof(fc.double({ min: -1, max: 2, noNaN: true }), fc.integer({ min: 0, max: 20_000 })),
    making: fc.record({
      counter: fc.integer({ min: 1, max: 12 }),
      ledger: fc.constantFrom(LEDGER, LEDGER, LEDGER, 'another'),
      by: fc.constantFrom(ADMIN, ADMIN, ADMIN, STRANGER),
      atMs: fc.constantFrom(NOON, NOON, NOON - 20 * MINUTE, NOON + 5 * MINUTE),
    }),
    tampers: fc.boolean(),
    laterMs: fc.integer({ min: 0, max: 2 * MINUTE }),
  })

/** Carries out the steps as `apply` does; returns the state after each, and the verdicts. */
function carryOut(
  steps: readonly Step[],
): { before: AdminState; judged: JudgedCommand; after: AdminState; step: Step }[] {
  let state = stateAfter()
  return steps.map((step, i) => {
    const { making, name } = step
    const command: AdminCommand = { kind: 'set', name, value: Object.is(step.value, -0) ? 0 : step.value }
    const whole = signed(command, making)
    const given = step.tampers ? { ...whole, counter: whole.counter + 1 } : whole
    const before = state
    const judged = judge(asRead(given), { state, atMs: NOON + step.laterMs })
    if (judged.kind === 'accepted')
      state = foldAdmin(state, entryOf({ kind: 'admin.accepted', body: judged.fact }, i + 2))
    return { before, judged, after: state, step }
  })
}

describe('whatever is sent, in whatever order', () => {
  it('only a signed, fresh, new command for this ledger changes a parameter, and only within its range', () => {
    fc.assert(
      fc.property(fc.array(anyStep(), { maxLength: 20 }), (steps) => {
        const done = carryOut(steps)
        for (const { before, judged, after, step } of done) {
          if (judged.kind === 'refused') expect(after).toBe(before)
          else {
            expect([step.tampers, step.making.by, step.making.ledger]).toEqual([false, ADMIN, LEDGER])
            expect(after.counter).toBeGreaterThan(before.counter)
          }
          for (const name of Object.keys(RANGES) as ParameterName[])
            expect(parameterOf(name, after.parameters[name])).toEqual({ [name]: after.parameters[name] })
        }
        expect(done.filter(({ judged }) => judged.kind === 'accepted').length).toBeLessThanOrEqual(MAX_ACCEPTED)
        expect(unsignedIn(done.at(-1)?.after ?? NO_ADMIN)).toBe(null)
      }),
      { numRuns: 60 },
    )
  })

  it('nothing but valid commands ever leaves the defaults', () => {
    const bad = anyStep().map((step) => ({ ...step, making: { ...step.making, by: STRANGER } }))
    fc.assert(
      fc.property(fc.array(bad, { maxLength: 20 }), (steps) => {
        expect(carryOut(steps).at(-1)?.after.parameters ?? DEFAULT_PARAMETERS).toBe(DEFAULT_PARAMETERS)
      }),
      { numRuns: 30 },
    )
  })
})
