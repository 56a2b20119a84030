import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import type { CheckSeal } from '../../chain.ts'
import { KEY_BYTES, type Key, keyId, makeKey } from '../../digest.ts'
import { LedgerError } from '../../errors.ts'
import { explainDisk, readIfThere, readTextIfThere, writeDurably } from './disk.ts'
import { currentKeyPath, keyPath, keysDir, signerPath, wrappingPath } from './layout.ts'
import { isWrapped, unwrapKey, wrapKey } from './wrapping.ts'

const KEY_FILE = /^([0-9a-f]{16})\.key$/
const KEY_ID = /^[0-9a-f]{16}$/

/** A ledger's keys: the current one for signing, and all earlier ones for verifying. */
export type Keyring = { current(): Key; find(id: string): Key | null; check: CheckSeal }

/**
 * Loads keys on demand; `current` notices a rotation by another process. A writer passes `whenPlain`, which is called with
 * the home if a key is not wrapped.
 */
export function openKeyring(home: string, whenPlain: (home: string) => void = () => {}): Keyring {
  const known = new Map<string, Key | null>()
  const find = (id: string): Key | null => {
    // Ids come from untrusted files: a malformed id must not become a path.
    if (!KEY_ID.test(id)) return null
    const cached = known.get(id)
    if (cached !== undefined) return cached
    const key = loadKey(home, id, whenPlain)
    // Absence is not cached: another process may be adding the key right now.
    if (key !== null) known.set(id, key)
    return key
  }
  let seen = ''
  let current: Key | null = null
  return {
    find,
    check({ hash, key: id, mac }) {
      const key = find(id)
      return key === null ? 'unknown' : key.mac(hash) === mac ? 'ours' : 'wrong'
    },
    current() {
      const mark = markOf(currentKeyPath(home))
      if (current === null || mark !== seen) {
        current = findCurrent(home, find)
        seen = mark
      }
      return current
    },
  }
}

function findCurrent(home: string, find: (id: string) => Key | null): Key {
  const id = readTextIfThere(currentKeyPath(home))?.trim()
  if (id === undefined)
    throw new LedgerError('KEY_MISSING', `${currentKeyPath(home)} is missing; it names the signing key.`)
  const key = find(id)
  if (key === null) {
    throw new LedgerError(
      'KEY_MISSING',
      `${currentKeyPath(home)} names key "${id.slice(0, 32)}", which is not in ${keysDir(home)}.`,
    )
  }
  return key
}

/** Returns a mark that changes whenever the file is replaced. */
function markOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino}.${stat.mtimeMs}`
}

function loadKey(home: string, id: string, whenPlain: (home: string) => void): Key | null {
  const path = keyPath(home, id)
  const bytes = readIfThere(path)
  if (bytes === null) return null
  requirePrivate(path)
  const secret = isWrapped(bytes) ? unwrapKey(home, bytes) : Buffer.from(bytes.toString('latin1').trim(), 'hex')
  if (secret.length !== KEY_BYTES || keyId(secret) !== id) {
    throw new LedgerError(
      'KEY_DAMAGED',
      `${path} does not hold key ${id}: it was truncated or changed${isWrapped(bytes) ? `, or ${wrappingPath(home)} was` : ''}. Restore keys/ from a backup, as a whole.`,
    )
  }
  if (!isWrapped(bytes)) whenPlain(home)
  return makeKey(secret)
}

/**
 * Wraps every key that older versions stored as text. A key is replaced in one step, by a file that was unwrapped before, so
 * none can be lost. If it cannot be replaced, it stays as it is.
 */
export function wrapPlainKeys(home: string): void {
  for (const wrap of [...listKeys(home).map((id) => () => wrapPlainKey(home, id)), () => wrapPlainSigner(home)]) {
    try {
      wrap()
    } catch {
      // The disk may be full or read-only. The key still works.
    }
  }
}

function wrapPlainSigner(home: string): void {
  const pem = readIfThere(signerPath(home))
  if (pem?.toString('latin1').startsWith('-----BEGIN')) replaceByWrapped(home, signerPath(home), pem)
}

function replaceByWrapped(home: string, path: string, key: Buffer): void {
  const wrapped = wrapKey(home, key)
  if (unwrapKey(home, wrapped).equals(key)) writeDurably(path, wrapped, 0o400)
}

function wrapPlainKey(home: string, id: string): void {
  const bytes = readIfThere(keyPath(home, id))
  if (bytes === null || isWrapped(bytes)) return
  const secret = Buffer.from(bytes.toString('latin1').trim(), 'hex')
  if (secret.length !== KEY_BYTES || keyId(secret) !== id) return
  replaceByWrapped(home, keyPath(home, id), secret)
}

function requirePrivate(path: string): void {
  const mode = statSync(path).mode & 0o077
  if (mode !== 0) {
    throw new LedgerError(
      'KEY_EXPOSED',
      `Other users can access ${path}: anyone who reads it can forge entries. Run: chmod 400 ${path}`,
    )
  }
}

/** Writes a new key and returns it; `makeCurrent` activates it. */
export function createKey(home: string): Key {
  const secret = randomBytes(KEY_BYTES)
  const id = keyId(secret)
  writeDurably(keyPath(home, id), wrapKey(home, secret), 0o400)
  return makeKey(secret)
}

export const makeCurrent = (home: string, id: string): void => writeDurably(currentKeyPath(home), `${id}\n`, 0o600)

/** The ids of all key files. */
export function listKeys(home: string): string[] {
  try {
    return readdirSync(keysDir(home)).flatMap((name) => KEY_FILE.exec(name)?.[1] ?? [])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw explainDisk(error, keysDir(home))
  }
}
