import { lstatSync } from 'node:fs'
import { readPlain } from '../../../ledger/stores/files/disk.ts'
import { findPacked, parseCommit, parseHead } from '../head.ts'

/**
 * Reads the checked-out commit from git's files. `commit` is null before the first commit; the result is null if the files
 * have an unusual format.
 */
export function readHead(dir: string): { commit: string | null } | null {
  try {
    const head = parseHead(textIn(`${dir}/HEAD`) ?? '')
    if (head === null) return null
    if (head.kind === 'commit') return { commit: head.commit }
    const loose = textIn(`${dir}/${head.ref}`)
    if (loose === null) return findPacked(textIn(`${dir}/packed-refs`) ?? '', head.ref)
    const commit = parseCommit(loose)
    return commit === null ? null : { commit }
  } catch {
    return null
  }
}

/** Enough for many thousands of refs. */
const MAX_BYTES = 16 << 20

/** Reads one of git's files; null if it does not exist. Throws if it is not a regular file or is too large. */
function textIn(path: string): string | null {
  // Checked first: most refs are packed, and lstat is much cheaper than a failed open.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null
  const read = readPlain(path, MAX_BYTES)
  if (read.kind !== 'read') throw new TypeError(`${path} is not a regular file, or is larger than ${MAX_BYTES} bytes.`)
  return read.bytes.toString('latin1')
}
