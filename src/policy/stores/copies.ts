import { type Key, sha256 } from '../../ledger/digest.ts'
import { isHash } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, readTextIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { type Compiled, isThisVersion, type Policy } from '../policy.ts'
import { compilationPath, compiledCopyPath, copiesDir, sourceCopyPath } from './layout.ts'

/** Durably stores a source and its compiled form, with a sealed record that this machine compiled one into the other. */
export function keepCopies(home: string, root: string, source: Uint8Array, compiled: Compiled, key: Key): void {
  const name = sha256(source)
  ensureDir(copiesDir(home, root))
  writeDurably(sourceCopyPath(home, root, name), source, 0o400)
  writeDurably(compiledCopyPath(home, root, name), compiled.bytes, 0o400)
  const record = { source: name, compiled: compiled.sha256 }
  writeDurably(compilationPath(home, root, name), sealRecord('policy compilation', record, key), 0o400)
}

/** Returns the hash of a source's compiled form from its sealed record, or null if there is no intact record. */
export function compiledHash(home: Readable, root: string, source: string): string | null {
  const opened = readSealed(home, 'policy compilation', compilationPath(home.dir, root, source))
  if (opened?.kind !== 'sealed' || opened.record['source'] !== source) return null
  return isHash(opened.record['compiled']) ? opened.record['compiled'] : null
}

export type LoadedCopy = { kind: 'policy'; policy: Policy } | { kind: 'missing' | 'changed' | 'other-version' }

/** Loads the compiled copy of a source if its bytes match `hash`. */
export function loadCopy(home: string, root: string, source: string, hash: string): LoadedCopy {
  const text = readTextIfThere(compiledCopyPath(home, root, source))
  if (text === null) return { kind: 'missing' }
  if (sha256(text) !== hash) return { kind: 'changed' }
  const policy: unknown = JSON.parse(text)
  return isThisVersion(policy) ? { kind: 'policy', policy } : { kind: 'other-version' }
}
