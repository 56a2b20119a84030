import { hash } from 'node:crypto'

/** SHA-256 as 64 lower-case hex digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** A secret that signs, and the name under which its signatures are checked. */
export type Key = {
  /** The first 16 hex digits of the secret's SHA-256: a key file cannot pass for another. */
  id: string
  /** Signs a SHA-256, given as its 64 hex digits. */
  mac(digest: string): string
}

export const KEY_BYTES = 32

export const keyId = (secret: Uint8Array): string => sha256(secret).slice(0, 16)

const BLOCK_BYTES = 64
const HASH_DIGITS = 64

/**
 * HMAC-SHA256 of a hash's 64 hex digits, written out as its two hashes (RFC 2104): every entry is sealed and every
 * sealed entry checked, and this takes half the time of the general function.
 */
export function makeKey(secret: Uint8Array): Key {
  const inner = Buffer.concat([paddedKey(secret, 0x36), Buffer.alloc(HASH_DIGITS)])
  const outer = Buffer.concat([paddedKey(secret, 0x5c), Buffer.alloc(HASH_DIGITS / 2)])
  return {
    id: keyId(secret),
    mac: (digest) => {
      inner.write(digest, BLOCK_BYTES, HASH_DIGITS, 'latin1')
      outer.write(sha256(inner), BLOCK_BYTES, 'hex')
      return sha256(outer)
    },
  }
}

function paddedKey(secret: Uint8Array, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad)
  secret.forEach((byte, i) => {
    block[i] = pad ^ byte
  })
  return block
}
