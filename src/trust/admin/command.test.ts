import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADMIN, setting, signed } from '../../../test/helpers/admins.ts'
import { anyJson, anyText } from '../../../test/helpers/any.ts'
import { redactJson } from '../../ledger/redact.ts'
import { describeCommand, MAX_COMMAND_BYTES, readCommand } from './command.ts'

const SIGNED = signed(setting('threshold', 0.35))
const { issuedAt: _, key: __, signature: ___, ...PROPOSAL } = SIGNED

describe('a command file', () => {
  it('holds a signed command or a proposal', () => {
    expect(readCommand(JSON.stringify(SIGNED))).toEqual({ kind: 'signed', command: SIGNED })
    expect(readCommand(JSON.stringify(PROPOSAL))).toEqual({ kind: 'unsigned', proposal: PROPOSAL })
  })

  it.each<[string, object]>([
    ['another version', { v: 2 }],
    ['no version', { v: undefined }],
    ['a ledger that is a path', { ledger: '../x' }],
    ['no counter', { counter: undefined }],
    ['counter 0', { counter: 0 }],
    ['half a counter', { counter: 1.5 }],
    ['a counter too large to count on', { counter: 2 ** 53 }],
    ['a time that is not one', { issuedAt: 'now' }],
    ['a key that is not an id', { key: 'x' }],
    ['a signature that is not one', { signature: 'AAAA' }],
    ['an unknown field', { note: 'please' }],
    ['no command', { command: null }],
    ['an unknown command', { command: { kind: 'disarm' } }],
    ['an unknown parameter', { command: { kind: 'set', name: '__proto__', value: 1 } }],
    ['a set without a value', { command: { kind: 'set', name: 'threshold' } }],
    ['a recalibration with a value', { command: { kind: 'recalibrate', value: 1 } }],
    ['a rotation to no key', { command: { kind: 'rotate', publicKey: 'x' } }],
    ['a rotation to a key with text around it', { command: { kind: 'rotate', publicKey: `x\n${ADMIN.publicKey}` } }],
  ])('is refused with %s', (_, change) => {
    expect(readCommand(JSON.stringify({ ...SIGNED, ...change }))).toMatchObject({ kind: 'malformed' })
  })

  it('is refused if it is too long, whatever it holds', () => {
    expect(readCommand(`${JSON.stringify(SIGNED)}${' '.repeat(MAX_COMMAND_BYTES)}`)).toMatchObject({
      kind: 'malformed',
    })
  })

  it('never makes the reader fail', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          anyJson().map((json) => JSON.stringify(json)),
        ),
        (text) => {
          expect(readCommand(text).kind).toMatch(/^(?:signed|unsigned|malformed)$/)
        },
      ),
    )
  })

  it('is recorded as it is: no field looks like a secret', () => {
    expect(redactJson({ command: { ...SIGNED } }).redacted).toBe(null)
  })
})

it.each([
  [setting('threshold', 0.35), 'set threshold to 0.35'],
  [{ kind: 'set', name: 'mapping', value: { elevated: 0.25, high: 0.5 } }, 'set mapping to 0.25,0.5'],
  [{ kind: 'set', name: 'harms', value: ['violation', 'failure'] }, 'set harms to violation,failure'],
  [{ kind: 'set', name: 'harms', value: { a: [null] } }, 'set harms to {"a":[null]}'],
  [{ kind: 'recalibrate', since: null }, 'recalibrate'],
  [{ kind: 'rotate', publicKey: ADMIN.publicKey }, 'rotate the key'],
] as const)('%o is described as "%s"', (command, text) => {
  expect(describeCommand(command as Parameters<typeof describeCommand>[0])).toBe(text)
})
