import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEY_BYTES, keyId, makeKey, sha256 } from './digest.ts'

const RUNS = { seed: 2104, numRuns: 300 }

const bytes = (length: { minLength: number; maxLength: number }) => fc.uint8Array(length)

describe('sha256', () => {
  it('is SHA-256 in lower-case hex, of bytes and of the UTF-8 bytes of text', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    fc.assert(
      fc.property(bytes({ minLength: 0, maxLength: 300 }), fc.string({ unit: 'grapheme' }), (data, text) => {
        expect(sha256(data)).toBe(createHash('sha256').update(data).digest('hex'))
        expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
      RUNS,
    )
  })
})

describe('makeKey', () => {
  it('signs as HMAC-SHA256 does, for keys up to a block and any digest', () => {
    fc.assert(
      fc.property(bytes({ minLength: 1, maxLength: 64 }), bytes({ minLength: 0, maxLength: 100 }), (secret, data) => {
        const digest = sha256(data)
        expect(makeKey(secret).mac(digest)).toBe(createHmac('sha256', secret).update(digest).digest('hex'))
      }),
      RUNS,
    )
  })

  it('signs a digest the same way however many it signed before', () => {
    const key = makeKey(Buffer.alloc(KEY_BYTES, 7))
    const digests = [sha256('a'), sha256('b'), sha256('a')]
    const [first, second, third] = digests.map(key.mac)
    expect(third).toBe(first)
    expect(second).not.toBe(first)
    expect(makeKey(Buffer.alloc(KEY_BYTES, 7)).mac(sha256('b'))).toBe(second)
  })

  it('keeps its own copy of the secret', () => {
    const secret = Buffer.alloc(KEY_BYTES, 1)
    const key = makeKey(secret)
    const before = key.mac(sha256('a'))
    secret.fill(2)
    expect(key.mac(sha256('a'))).toBe(before)
  })
})

describe('a key id', () => {
  it('is the first 16 hex digits of the SHA-256 of the secret', () => {
    fc.assert(
      fc.property(bytes({ minLength: KEY_BYTES, maxLength: KEY_BYTES }), (secret) => {
        expect(keyId(secret)).toBe(createHash('sha256').update(secret).digest('hex').slice(0, 16))
        expect(makeKey(secret).id).toBe(keyId(secret))
      }),
      RUNS,
    )
  })
})
