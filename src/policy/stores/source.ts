import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import { explainDisk, isAbsence, type Plain, readPlain } from '../../ledger/stores/files/disk.ts'
import { CONTRACT_FILE, MAX_POLICY_BYTES, POLICY_FILE, SIGNATURE_FILE } from '../project.ts'
import { type Source, sourceBytes } from '../source.ts'

/**
 * Returns the folder whose policy applies to a workspace: the nearest enclosing git working tree, or else the workspace
 * itself. It is a real path, so a symlink to it is the same project. Policies in folders above or below are ignored.
 */
export function projectRoot(workspace: string): string {
  const start = realpathSync.native(workspace)
  for (let dir = start; ; dir = dirname(dir)) {
    if (lstatSync(join(dir, '.git'), ASKED) !== undefined) return dir
    if (dir === dirname(dir)) return start
  }
}

export type ReadSource =
  /** `bytes` covers both files. */
  | (Source & { kind: 'read'; bytes: Uint8Array; sha256: string })
  | { kind: 'missing' }
  | { kind: 'unusable'; what: 'policy' | 'contract'; why: string }

/** Reads the project's policy and contract files. Symlinks are not followed: a person approves the content of the file itself. */
export function readSource(root: string): ReadSource {
  const policy = readFile(root, POLICY_FILE)
  if (policy.kind !== 'read') return policy.kind === 'missing' ? policy : { ...policy, what: 'policy' }
  const contract = readFile(root, CONTRACT_FILE)
  if (contract.kind === 'unusable') return { ...contract, what: 'contract' }
  const source = { policy: policy.bytes, contract: contract.kind === 'read' ? contract.bytes : null }
  const bytes = sourceBytes(source)
  return { kind: 'read', ...source, bytes, sha256: sha256(bytes) }
}

type ReadFile = { kind: 'read'; bytes: Buffer } | { kind: 'missing' } | { kind: 'unusable'; why: string }

export function readSignature(root: string): string | null {
  const read = readFile(root, SIGNATURE_FILE)
  return read.kind === 'read' ? read.bytes.toString('latin1') : null
}

const ASKED = { throwIfNoEntry: false } as const

function readFile(root: string, file: string): ReadFile {
  try {
    const folder = lstatSync(join(root, dirname(file)), ASKED)
    // Checked first: most projects have no policy, and lstat is much cheaper than a failed open.
    if (folder === undefined) return { kind: 'missing' }
    if (folder.isSymbolicLink()) return unusable('its folder is a symlink')
    const found = lstatSync(join(root, file), ASKED)
    if (found === undefined) return { kind: 'missing' }
    if (found.isSymbolicLink()) return unusable('it is a symlink')
    // Opening a socket fails, and opening a pipe blocks.
    if (!found.isFile()) return unusable('it is not a regular file')
    return usable(readPlain(join(root, file), MAX_POLICY_BYTES))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (isAbsence(error)) return { kind: 'missing' }
    if (code === 'ELOOP') return unusable('it is a symlink')
    if (code === 'EACCES' || code === 'EPERM') return unusable('it cannot be read')
    throw explainDisk(error, join(root, file))
  }
}

function usable(read: Plain): ReadFile {
  switch (read.kind) {
    case 'read':
      return read
    case 'no-file':
      return unusable('it is not a regular file')
    case 'too-large':
      return unusable(`it is larger than ${MAX_POLICY_BYTES >> 10} KB`)
  }
}

const unusable = (why: string): ReadFile => ({ kind: 'unusable', why })
