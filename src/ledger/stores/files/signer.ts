import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { statSync } from 'node:fs'
import { signCheckpoint, vkeyOf } from '../../checkpoint.ts'
import { LedgerError } from '../../errors.ts'
import type { Tail } from '../../kinds.ts'
import { readIfThere, writeDurably } from './disk.ts'
import type { Head } from './head.ts'
import type { Home } from './home.ts'
import { REGISTER, signerPath } from './layout.ts'
import { listStreams } from './list.ts'
import { readRegister } from './read-register.ts'
import type { Readable } from './stream-lines.ts'
import { findEnd } from './tail.ts'
import { withLock } from './with-lock.ts'
import { isWrapped, unwrapKey, wrapKey } from './wrapping.ts'

/** The ledger's id, from the start of its register. */
export function ledgerId(home: Readable): string {
  const { ledger } = readRegister(home)
  if (ledger === null)
    throw new LedgerError('CHAIN_BROKEN', `${REGISTER} does not start with the ledger's id. Run: bailiff verify`)
  return ledger
}

export type SignedHeads = { note: string; vkey: string }

/** Signs a checkpoint of the current end of every stream. */
export const checkpoint = (home: Home): SignedHeads =>
  signHeads(
    home,
    listStreams(home.dir).map((stream) => findEnd(home, stream).head),
  )

/** Signs a checkpoint of these heads. Creates the signing key on first use. */
export function signHeads(home: Home, heads: readonly Head[]): SignedHeads {
  const tails = heads
    .filter(({ seq }) => seq > 0)
    .map(({ stream, seq, hash }): [string, Tail] => [stream, { seq, hash }])
  const ledger = ledgerId(home)
  const signer = loadSigner(home.dir) ?? withLock(home, 'keys', () => loadSigner(home.dir) ?? createSigner(home.dir))
  return {
    note: signCheckpoint({ ledger, heads: new Map(tails) }, signer),
    vkey: vkeyOf(ledger, createPublicKey(signer)),
  }
}

/** The verifier key for this ledger's checkpoints, or null if none was ever signed here. */
export function ownVkey(home: Readable): string | null {
  const signer = loadSigner(home.dir)
  return signer === null ? null : vkeyOf(ledgerId(home), createPublicKey(signer))
}

function createSigner(dir: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeDurably(signerPath(dir), wrapKey(dir, pem), 0o400)
  return privateKey
}

function loadSigner(dir: string): KeyObject | null {
  const path = signerPath(dir)
  const pem = readIfThere(path)
  if (pem === null) return null
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new LedgerError(
      'KEY_EXPOSED',
      `Other users can access ${path}: anyone who reads it can sign checkpoints. Run: chmod 400 ${path}`,
    )
  }
  const plain = isWrapped(pem) ? unwrapKey(dir, pem) : pem
  try {
    return createPrivateKey(plain)
  } catch (error) {
    throw new LedgerError(
      'KEY_DAMAGED',
      `${path} is not a private key: it was truncated or changed. Restore it from a backup.`,
      { cause: error },
    )
  }
}
