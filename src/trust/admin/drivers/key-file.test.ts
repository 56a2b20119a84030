import { describe, expect, it } from 'vitest'
import { ADMIN } from '../../../../test/helpers/admins.ts'
import { signBytes } from '../../../policy/signature.ts'
import { keyFileId, openKey, sealKey } from './key-file.ts'

const PASSPHRASE = 'correct horse battery'
/** The least that a key file may cost, so that the tests are quick. */
const TEXT = sealKey(ADMIN, PASSPHRASE, 14)
const open = (text: string, passphrase = PASSPHRASE) => openKey(text, passphrase, 'admin.json')
const thrown = (code: string) => expect.objectContaining({ code })

describe('a key file', () => {
  it('opens with its passphrase, and signs as before', () => {
    const opened = open(TEXT)
    const bytes = Buffer.from('x')
    expect(signBytes(bytes, opened.privateKey)).toBe(signBytes(bytes, ADMIN.privateKey))
    expect([opened.id, keyFileId(TEXT, 'admin.json')]).toEqual([ADMIN.id, ADMIN.id])
  })

  it('does not contain the private key', () => {
    const secret = ADMIN.privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
    expect(TEXT).not.toContain(secret.toString('hex'))
    expect(TEXT).not.toContain(secret.toString('base64').slice(0, 20))
  })

  it('opens however the passphrase was typed: accents in one character or two', () => {
    const text = sealKey(ADMIN, 'caf\u00e9 caf\u00e9 caf\u00e9', 14)
    expect(open(text, 'cafe\u0301 cafe\u0301 cafe\u0301').id).toBe(ADMIN.id)
  })

  it.each(['', 'correct horse batterx', `${PASSPHRASE} `, PASSPHRASE.toUpperCase()])(
    'does not open with "%s"',
    (wrong) => {
      expect(() => open(TEXT, wrong)).toThrow(thrown('PASSPHRASE_WRONG'))
    },
  )

  it('is different every time, and expensive by default', () => {
    const text = sealKey(ADMIN, PASSPHRASE)
    expect(open(text).id).toBe(ADMIN.id)
    const again = JSON.parse(text)
    expect(again.kdf.salt).not.toBe(JSON.parse(TEXT).kdf.salt)
    expect(again.kdf.cost).toBe(17)
  })

  it('does not open if anything in it was altered', () => {
    const whole = JSON.parse(TEXT)
    const sealed = whole['aes-256-gcm']
    const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
    const changes = [
      { v: 2 },
      { type: 'other' },
      { note: 'x' },
      { key: '0'.repeat(16) },
      { kdf: { ...whole.kdf, salt: flip(whole.kdf.salt) } },
      { kdf: { ...whole.kdf, cost: 15 } },
      { kdf: { ...whole.kdf, cost: 40 } },
      { kdf: { ...whole.kdf, cost: 1 } },
      ...['iv', 'tag', 'data'].map((name) => ({ 'aes-256-gcm': { ...sealed, [name]: flip(sealed[name]) } })),
      { 'aes-256-gcm': { ...sealed, tag: sealed.tag.slice(0, 8) } },
    ]
    for (const change of changes) {
      const text = JSON.stringify({ ...whole, ...change })
      expect(() => open(text)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^(?:KEY_FILE_INVALID|PASSPHRASE_WRONG)$/) }),
      )
    }
  })

  it.each(['', '{}', '[]', 'null', TEXT.slice(0, 100)])('is not one: %s', (text) => {
    expect(() => open(text)).toThrow(thrown('KEY_FILE_INVALID'))
  })
})
