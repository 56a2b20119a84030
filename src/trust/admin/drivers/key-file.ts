import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  scryptSync,
} from 'node:crypto'
import { canonical } from '../../../ledger/canonical.ts'
import { isObject, type JsonObject } from '../../../ledger/kinds.ts'
import { readPublicKey, signerId } from '../../../policy/signature.ts'
import { AdminError } from '../errors.ts'

/** An administrator's private key, encrypted with a passphrase: scrypt, then AES-256-GCM over the key and the rest of the file. */

export type KeyPair = { id: string; publicKey: string; privateKey: KeyObject }

export const MIN_PASSPHRASE = 12

/** The work of scrypt: 2^17 blocks of 8 take 128 MB and about half a second, for every guess. */
const COST = 17
const LEAST_COST = 14
const BLOCK = 8

export function createKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  return { id: signerId(pem), publicKey: pem, privateKey }
}

/** Renders a key file. A lower cost is for tests only. */
export function sealKey({ id, publicKey, privateKey }: KeyPair, passphrase: string, cost = COST): string {
  const kdf = { name: 'scrypt', cost, salt: randomBytes(16).toString('hex') }
  const header = { v: 1, type: 'bailiff admin key', key: id, publicKey, kdf }
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(passphrase, kdf), iv).setAAD(Buffer.from(canonical(header)))
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  const sealed = { iv: iv.toString('hex'), tag: cipher.getAuthTag().toString('hex'), data: encrypted.toString('hex') }
  return `${JSON.stringify({ ...header, 'aes-256-gcm': sealed }, null, 2)}\n`
}

type KeyFile = { header: JsonObject; kdf: Kdf; id: string; publicKey: string; iv: Buffer; tag: Buffer; data: Buffer }
type Kdf = { cost: number; salt: string }

/** Returns the key id of a key file without opening it; throws KEY_FILE_INVALID if it is not one. */
export const keyFileId = (text: string, path: string): string => requireKeyFile(text, path).id

/** Opens a key file. Throws PASSPHRASE_WRONG if the passphrase does not fit, or the file was altered. */
export function openKey(text: string, passphrase: string, path: string): KeyPair {
  const { header, kdf, id, publicKey, iv, tag, data } = requireKeyFile(text, path)
  try {
    const decipher = createDecipheriv('aes-256-gcm', derive(passphrase, kdf), iv).setAAD(Buffer.from(canonical(header)))
    const secret = Buffer.concat([decipher.setAuthTag(tag).update(data), decipher.final()])
    return { id, publicKey, privateKey: createPrivateKey({ key: secret, type: 'pkcs8', format: 'der' }) }
  } catch (cause) {
    throw new AdminError('PASSPHRASE_WRONG', `The passphrase does not open ${path}.`, { cause })
  }
}

const derive = (passphrase: string, { cost, salt }: Kdf): Buffer =>
  scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 32, {
    N: 2 ** cost,
    r: BLOCK,
    p: 1,
    // What scrypt needs is 128 * N * r; Node refuses to use exactly that much.
    maxmem: 2 ** cost * BLOCK * 256,
  })

function requireKeyFile(text: string, path: string): KeyFile {
  const read = keyFileIn(text)
  if (read !== null) return read
  throw new AdminError(
    'KEY_FILE_INVALID',
    `${path} is not an administrator's key, or was altered. Restore it from a backup.`,
  )
}

function keyFileIn(text: string): KeyFile | null {
  const { 'aes-256-gcm': sealed, ...header } = parsed(text)
  const { v, type, key, publicKey, kdf } = header
  if (v !== 1 || type !== 'bailiff admin key' || !isObject(kdf) || !isObject(sealed)) return null
  const { name, cost, salt } = kdf
  const isCost = Number.isInteger(cost) && Number(cost) >= LEAST_COST && Number(cost) <= COST
  if (name !== 'scrypt' || !isCost || !isHex(salt, 16)) return null
  if (typeof publicKey !== 'string' || readPublicKey(publicKey) !== publicKey || signerId(publicKey) !== key)
    return null
  const { iv, tag, data } = sealed
  if (!isHex(iv, 12) || !isHex(tag, 16) || !isHex(data, 48)) return null
  const [ivBytes, tagBytes, dataBytes] = [iv, tag, data].map((one) => Buffer.from(one, 'hex')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  return { header, kdf: { cost: Number(cost), salt }, id: key, publicKey, iv: ivBytes, tag: tagBytes, data: dataBytes }
}

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value)

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
