import { createHmac, hash } from 'node:crypto'

/** SHA-256 as 64 lower-case hex digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** A secret that signs, and the name under which its signatures are checked. */
export type Key = {
  /** The first 16 hex digits of the secret's SHA-256: a key file cannot pass for another. */
  id: string
  mac(message: string): string
}

export const KEY_BYTES = 32

export const keyId = (secret: Uint8Array): string => sha256(secret).slice(0, 16)

/** HMAC-SHA256 under a secret. */
export const makeKey = (secret: Uint8Array): Key => ({
  id: keyId(secret),
  mac: (message) => createHmac('sha256', secret).update(message).digest('hex'),
})
