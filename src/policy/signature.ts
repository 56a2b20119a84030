import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from '../ledger/digest.ts'

/** Ed25519 over the bytes of a policy file, as base64 on a line. */
export const signPolicy = (source: Uint8Array, privateKey: KeyObject): string =>
  `${sign(null, source, privateKey).toString('base64')}\n`

/** Whether this key signed exactly these bytes. */
export function isSignedBy(source: Uint8Array, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64')
  try {
    return bytes.length === 64 && verify(null, source, createPublicKey(publicKey), bytes)
  } catch {
    return false
  }
}

/** A public key in its one form, or null where the text is no Ed25519 public key. A private one is not taken. */
export function readPublicKey(text: string): string | null {
  if (!text.includes('BEGIN PUBLIC KEY')) return null
  try {
    const key = createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? String(key.export({ type: 'spki', format: 'pem' })) : null
  } catch {
    return null
  }
}

/** What people tell keys apart by. */
export const signerId = (publicKey: string): string => sha256(publicKey).slice(0, 16)
