import { hash } from 'node:crypto'

/** SHA-256 as 64 lower-case hex digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** A signing secret, and the id that its signatures refer to. */
export type Key = {
  /** The first 16 hex digits of the secret's SHA-256, so one key file cannot pass for another. */
  id: string
  /** Signs a SHA-256 hash, given as 64 hex digits. */
  mac(digest: string): string
}

export const KEY_BYTES = 32

export const keyId = (secret: Uint8Array): string => sha256(secret).slice(0, 16)

const BLOCK_BYTES = 64
const HASH_DIGITS = 64

/**
 * Makes a key. Its `mac` computes HMAC-SHA256 over a hash's 64 hex digits as two plain hashes (RFC 2104), in half the
 * time of the general function: it runs for every entry that is written or checked.
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
