import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import type { CheckSeal } from '../../chain.ts'
import { KEY_BYTES, type Key, keyId, makeKey } from '../../digest.ts'
import { LedgerError } from '../../errors.ts'
import { explainDisk, readTextIfThere, writeDurably } from './disk.ts'
import { currentKeyPath, keyPath, keysDir } from './layout.ts'

const KEY_FILE = /^([0-9a-f]{16})\.key$/
const KEY_ID = /^[0-9a-f]{16}$/

/** A ledger's keys: the current one for signing, and all earlier ones for verifying. */
export type Keyring = { current(): Key; find(id: string): Key | null; check: CheckSeal }

/** Loads keys on demand; `current` notices a rotation by another process. */
export function openKeyring(home: string): Keyring {
  const known = new Map<string, Key | null>()
  const find = (id: string): Key | null => {
    // Ids come from untrusted files: a malformed id must not become a path.
    if (!KEY_ID.test(id)) return null
    const cached = known.get(id)
    if (cached !== undefined) return cached
    const key = loadKey(home, id)
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

function loadKey(home: string, id: string): Key | null {
  const path = keyPath(home, id)
  const text = readTextIfThere(path)
  if (text === null) return null
  requirePrivate(path)
  const secret = Buffer.from(text.trim(), 'hex')
  if (secret.length !== KEY_BYTES || keyId(secret) !== id) {
    throw new LedgerError(
      'KEY_DAMAGED',
      `${path} does not hold key ${id}: it was truncated or changed. Restore it from a backup.`,
    )
  }
  return makeKey(secret)
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
  writeDurably(keyPath(home, keyId(secret)), `${secret.toString('hex')}\n`, 0o400)
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
