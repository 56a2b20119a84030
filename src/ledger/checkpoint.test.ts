import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONG } from '../../test/helpers/scale.ts'
import { type Checkpoint, openCheckpoint, signCheckpoint, vkeyOf } from './checkpoint.ts'
import type { Tail } from './kinds.ts'

/** An Ed25519 private key from a seed byte, the same on every run. */
const signer = (byte: number) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, byte)]),
    format: 'der',
    type: 'pkcs8',
  })

const LEDGER = '6a1c7e0e-4f3b-4a57-9d0a-3f1f0c0b7a11'
const SIGNER = signer(1)
const VKEY = vkeyOf(LEDGER, createPublicKey(SIGNER))
const H1 = '1'.repeat(64)
const H2 = '2'.repeat(64)
const HEADS = new Map<string, Tail>([
  ['session/b', { seq: 40, hash: H2 }],
  ['admin/streams', { seq: 2, hash: H1 }],
])
const NOTE = signCheckpoint({ ledger: LEDGER, heads: HEADS }, SIGNER)
const RUNS = { seed: 25519, numRuns: 100 }

const refused = expect.objectContaining({ name: 'LedgerError', code: 'CHECKPOINT_INVALID' })

/** The signed text, and the part after the blank line. */
function parts(note: string): { text: string; signatures: string } {
  const border = note.lastIndexOf('\n\n')
  return { text: note.slice(0, border + 1), signatures: note.slice(border + 2) }
}

/** Signs any text with the ledger's key, which a forger does not have. */
function signedText(text: string): string {
  const id = Buffer.from(VKEY.split('+')[1] ?? '', 'hex')
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), SIGNER)]).toString('base64')
  return `${text}\n— bailiff/${LEDGER} ${signature}\n`
}

const rootOf = (lines: string): string => createHash('sha256').update(lines).digest('base64')

describe('the text of a checkpoint', () => {
  it('is origin, size, root and one line per stream, then a blank line and the signature, as in C2SP', () => {
    const lines = `admin/streams 2 ${H1}\nsession/b 40 ${H2}\n`
    const { text, signatures } = parts(NOTE)
    expect(text).toBe(`bailiff/${LEDGER}\n42\n${rootOf(lines)}\n${lines}`)
    expect(signatures).toMatch(new RegExp(`^\u2014 bailiff/${LEDGER} [A-Za-z0-9+/]{91}=\n$`))
    // Signed notes contain no control character except the newline.
    expect([...NOTE].filter((char) => char < ' ' && char !== '\n')).toEqual([])
  })

  it('is valid for a ledger without streams', () => {
    const empty = signCheckpoint({ ledger: LEDGER, heads: new Map() }, SIGNER)
    expect(parts(empty).text).toBe(`bailiff/${LEDGER}\n0\n${rootOf('')}\n`)
    expect(openCheckpoint(empty, VKEY)).toEqual({ ledger: LEDGER, heads: new Map() })
  })

  it('does not depend on the order in which heads were given', () => {
    expect(signCheckpoint({ ledger: LEDGER, heads: new Map([...HEADS].reverse()) }, SIGNER)).toBe(NOTE)
  })
})

describe('the signature of a checkpoint', () => {
  it('verifies with the verifier key alone, without our code', () => {
    const [name, id, encoded = ''] = VKEY.split('+')
    const key = Buffer.from(encoded, 'base64')
    expect(key[0]).toBe(1)
    const idInput = Buffer.concat([Buffer.from(`${name}\n`), key])
    expect(createHash('sha256').update(idInput).digest('hex').slice(0, 8)).toBe(id)
    const { text, signatures } = parts(NOTE)
    const [dash, signedBy, signature = ''] = signatures.trimEnd().split(' ')
    const bytes = Buffer.from(signature, 'base64')
    expect([dash, signedBy, bytes.subarray(0, 4).toString('hex'), bytes.length]).toEqual(['\u2014', name, id, 68])
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') },
      format: 'jwk',
    })
    expect(verify(null, Buffer.from(text), publicKey, bytes.subarray(4))).toBe(true)
  })
})

describe('opening a checkpoint', () => {
  it('returns the signed heads, for any heads', () => {
    const tail = fc.record({
      seq: fc.integer({ min: 1, max: 1e12 }),
      hash: fc.constantFrom(H1, H2, '0123456789abcdef'.repeat(4)),
    })
    const stream = fc.tuple(fc.constantFrom('session', 'run', 'admin'), fc.uuid()).map(([kind, id]) => `${kind}/${id}`)
    const heads = fc.array(fc.tuple(stream, tail), { maxLength: 20 }).map((all) => new Map(all))
    fc.assert(
      fc.property(heads, fc.uuid(), (saw, ledger) => {
        const checkpoint: Checkpoint = { ledger, heads: saw }
        expect(openCheckpoint(signCheckpoint(checkpoint, SIGNER), vkeyOf(ledger, createPublicKey(SIGNER)))).toEqual(
          checkpoint,
        )
      }),
      RUNS,
    )
  })

  it('refuses a note with any one character changed', () => {
    const others = ['A', 'B', 'z', '0', '1', '/', '=', ' ', '\n', '-', '\u2014', 'é']
    for (let at = 0; at < NOTE.length; at++) {
      const next = String.fromCharCode(NOTE.charCodeAt(at) ^ 1)
      for (const other of [next, ...(LONG ? others : [])].filter((char) => char !== NOTE[at])) {
        const changed = NOTE.slice(0, at) + other + NOTE.slice(at + 1)
        expect(() => openCheckpoint(changed, VKEY), `character ${at} as ${JSON.stringify(other)}`).toThrow(refused)
      }
    }
  })

  it('refuses a signature in a non-canonical base64 form, although decoders ignore the extra bits', () => {
    const at = NOTE.lastIndexOf('=') - 1
    for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
      if (char === NOTE[at]) continue
      expect(() => openCheckpoint(NOTE.slice(0, at) + char + NOTE.slice(at + 1), VKEY), char).toThrow(refused)
    }
  })

  it('refuses a note with any one character missing or added', () => {
    for (let at = 0; at < NOTE.length - 1; at++) {
      expect(() => openCheckpoint(NOTE.slice(0, at) + NOTE.slice(at + 1), VKEY), `without character ${at}`).toThrow(
        refused,
      )
      expect(() => openCheckpoint(`${NOTE.slice(0, at)}1${NOTE.slice(at)}`, VKEY), `one more at ${at}`).toThrow(refused)
    }
  })

  it('refuses a note under the verifier key of another ledger or signer', () => {
    expect(() => openCheckpoint(NOTE, vkeyOf(LEDGER, createPublicKey(signer(2))))).toThrow(refused)
    expect(() => openCheckpoint(NOTE, vkeyOf('other', createPublicKey(SIGNER)))).toThrow(refused)
  })

  it('refuses a verifier key with any one character changed', () => {
    for (let at = 0; at < VKEY.length; at++) {
      const changed = VKEY.slice(0, at) + String.fromCharCode(VKEY.charCodeAt(at) ^ 1) + VKEY.slice(at + 1)
      expect(() => openCheckpoint(NOTE, changed), `character ${at}`).toThrow(refused)
    }
  })

  it('accepts a verifier key with a trailing newline, as read from a file', () => {
    expect(openCheckpoint(NOTE, `${VKEY}\n`).heads).toEqual(HEADS)
  })

  const [first, second] = [`admin/streams 2 ${H1}\n`, `session/b 40 ${H2}\n`]
  const text = (size: number | string, lines: string, root = rootOf(lines)) =>
    `bailiff/${LEDGER}\n${size}\n${root}\n${lines}`

  it('opens a text in our exact form, so that each refusal below has its own reason', () => {
    expect(signedText(text(42, first + second))).toBe(NOTE)
  })

  it.each([
    ['stream lines out of order', text(42, second + first)],
    ['a stream twice', text(44, first + first + second)],
    ['a stream twice, with another head', text(43, `${first}admin/streams 1 ${H2}\n${second}`)],
    ['a size that is not the sum of its streams', text(41, first + second)],
    ['a size with a leading zero', text('042', first + second)],
    ['another root', text(42, first + second, rootOf('x'))],
    ['a seq with a leading zero', text(42, first + second.replace(' 40 ', ' 040 '))],
    ['an extra field in a line', text(42, first + second.replace('\n', ' more\n'))],
    ['a malformed hash', text(42, first + second.replace(H2, H2.slice(1)))],
    ['a malformed stream name', text(42, first + second.replace('session/b', 'session/../b'))],
    ['two spaces', text(42, first + second.replace(' 40', '  40'))],
    ['an empty line in it', `${text(42, first)}\n${second}`],
    ['an origin that is not ours', text(42, first + second).replace('bailiff/', 'example/')],
    ['nothing but an origin', `bailiff/${LEDGER}\n`],
  ])('refuses a signed text with %s', (_, signed) => {
    expect(() => openCheckpoint(signedText(signed), VKEY)).toThrow(refused)
  })

  it('skips signatures by unknown keys, as C2SP requires: a witness may have added its own', () => {
    const other = Buffer.alloc(76, 7).toString('base64')
    const witness = `\u2014 witness.example/w1 ${other}\n`
    const { text: signed, signatures } = parts(NOTE)
    for (const both of [witness + signatures, signatures + witness]) {
      expect(openCheckpoint(`${signed}\n${both}`, VKEY).heads).toEqual(HEADS)
    }
    expect(() => openCheckpoint(`${signed}\n${witness}`, VKEY)).toThrow(refused)
    expect(() => openCheckpoint(`${signed}\n${signatures}no signature\n`, VKEY)).toThrow(refused)
  })

  it('refuses a note if any signature by its key does not verify, even if another does', () => {
    const { text: signed, signatures } = parts(NOTE)
    const { signatures: wrong } = parts(signedText(`${signed}x\n`))
    expect(() => openCheckpoint(`${signed}\n${wrong}${signatures}`, VKEY)).toThrow(refused)
    expect(() => openCheckpoint(`${signed}\n${signatures}${wrong}`, VKEY)).toThrow(refused)
  })

  it.each(['', '\n\n', 'x', `${'\n'.repeat(10)}`, parts(NOTE).text, `\n\n${parts(NOTE).signatures}`])(
    'refuses text that is not a note: %j',
    (note) => {
      expect(() => openCheckpoint(note, VKEY)).toThrow(refused)
    },
  )
})
