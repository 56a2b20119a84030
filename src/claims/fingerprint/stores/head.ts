import { readPlain } from '../../../ledger/stores/files/disk.ts'
import { findPacked, parseCommit, parseHead } from '../head.ts'

/** The commit that a repository's files name, null before the first; null instead where they are not the usual ones. */
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

/** Of many thousand refs. */
const MAX_BYTES = 16 << 20

/** The text of a file of git's, null where there is none; fails for what git would not write. */
function textIn(path: string): string | null {
  try {
    const read = readPlain(path, MAX_BYTES)
    if (read.kind !== 'read') throw new TypeError(`${path} is not what git writes.`)
    return read.bytes.toString('latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
