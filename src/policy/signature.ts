import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from '../ledger/digest.ts'

/** Signs bytes with Ed25519. Returns base64. */
export const signBytes = (source: Uint8Array, privateKey: KeyObject): string =>
  sign(null, source, privateKey).toString('base64')

/** True if this key signed exactly these bytes. */
export function isSignedBy(source: Uint8Array, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64')
  try {
    return bytes.length === 64 && verify(null, source, createPublicKey(publicKey), bytes)
  } catch {
    return false
  }
}

/** Returns a public key in PEM form, or null if the text is not an Ed25519 public key. Private keys are rejected. */
export function readPublicKey(text: string): string | null {
  if (!text.includes('BEGIN PUBLIC KEY')) return null
  try {
    const key = createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? String(key.export({ type: 'spki', format: 'pem' })) : null
  } catch {
    return null
  }
}

/** The id by which people refer to a key. */
export const signerId = (publicKey: string): string => sha256(publicKey).slice(0, 16)
