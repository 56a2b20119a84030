import { readdirSync } from 'node:fs'
import type { Key } from '../../ledger/digest.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, explainDisk, isAbsence, removeIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { isSignedBy, signerId } from '../signature.ts'
import { signersDir } from './layout.ts'

/** The keys whose policy signatures this machine trusts. Each is sealed, so a planted file is ignored. */

const signerPath = (home: string, id: string): string => `${signersDir(home)}/${id}.json`

/** Trusts a public key in the form that `readPublicKey` returns. Returns its id. */
export function trustSigner(home: string, publicKey: string, key: Key): string {
  const id = signerId(publicKey)
  ensureDir(signersDir(home))
  writeDurably(signerPath(home, id), sealRecord('policy signer', { publicKey }, key), 0o400)
  return id
}

/** Removes a trusted key. Returns false if it was not trusted. */
export function distrustSigner(home: string, id: string): boolean {
  const isThere = signerIds(home).includes(id)
  if (isThere) removeIfThere(signerPath(home, id))
  return isThere
}

function signerIds(home: string): string[] {
  try {
    return readdirSync(signersDir(home)).flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? [])
  } catch (error) {
    if (isAbsence(error)) return []
    throw explainDisk(error, signersDir(home))
  }
}

/** Returns the id of a trusted key that signed exactly these bytes, or null. */
export function findSigner(home: Readable, source: Uint8Array, signature: string): string | null {
  return signerIds(home.dir).find((id) => isSignedBy(source, signature, publicKeyOf(home, id))) ?? null
}

function publicKeyOf(home: Readable, id: string): string {
  const opened = readSealed(home, 'policy signer', signerPath(home.dir, id))
  const publicKey = opened?.kind === 'sealed' ? opened.record['publicKey'] : null
  return typeof publicKey === 'string' && signerId(publicKey) === id ? publicKey : ''
}
