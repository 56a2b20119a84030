import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { linkSync, statSync } from 'node:fs'
import { LedgerError } from '../../errors.ts'
import { explainDisk, readIfThere, removeIfThere, writeDurably } from './disk.ts'
import { keysDir, wrappingPath } from './layout.ts'

/**
 * Keys are stored wrapped: encrypted with a secret in a second file, so that no file holds a key as text, and no single file
 * holds a key. This does not stop a program that reads both files; see docs/threat-model.md.
 */

/** The NUL makes programs that search for text treat the file as binary. */
const HEAD = Buffer.from('bailiff key\0v1\n')
const IV_BYTES = 16
const SECRET_BYTES = 32
/** A cipher that openssl offers on the command line: docs/ledger-format.md shows how to verify a ledger without us. */
const CIPHER = 'aes-256-ctr'

export const isWrapped = (bytes: Buffer): boolean => bytes.subarray(0, HEAD.length).equals(HEAD)

/** Wraps a key. Creates the wrapping secret on first use. */
export function wrapKey(home: string, key: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, readSecret(home) ?? createSecret(home), iv)
  return Buffer.concat([HEAD, iv, cipher.update(key), cipher.final()])
}

/**
 * Returns the key in a wrapped file. The caller checks that it is the right one: if either file was changed, it is another.
 * Throws if there is no wrapping secret.
 */
export function unwrapKey(home: string, bytes: Buffer): Buffer {
  const secret = readSecret(home)
  const iv = bytes.subarray(HEAD.length, HEAD.length + IV_BYTES)
  if (secret === null)
    throw new LedgerError(
      'KEY_WRAPPED',
      `${wrappingPath(home)} is missing, so no key in ${keysDir(home)} can be unwrapped. Restore the whole of keys/ from a backup.`,
    )
  if (secret.length !== SECRET_BYTES || iv.length !== IV_BYTES) return Buffer.alloc(0)
  const decipher = createDecipheriv(CIPHER, secret, iv)
  return Buffer.concat([decipher.update(bytes.subarray(HEAD.length + IV_BYTES)), decipher.final()])
}

function readSecret(home: string): Buffer | null {
  const path = wrappingPath(home)
  const secret = readIfThere(path)
  if (secret !== null && (statSync(path).mode & 0o077) !== 0)
    throw new LedgerError('KEY_EXPOSED', `Other users can access ${path}: it unwraps the keys. Run: chmod 400 ${path}`)
  return secret
}

/** If several processes create the secret at once, the first one wins: a link never replaces a file. */
function createSecret(home: string): Buffer {
  const path = wrappingPath(home)
  const own = `${path}.${randomBytes(8).toString('hex')}`
  writeDurably(own, randomBytes(SECRET_BYTES), 0o400)
  try {
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explainDisk(error, path)
  } finally {
    removeIfThere(own)
  }
  const secret = readSecret(home)
  if (secret === null) throw new LedgerError('KEY_WRAPPED', `${path} disappeared while it was being created.`)
  return secret
}
