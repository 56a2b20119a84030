import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { readAt } from '../../../ledger/stores/files/disk.ts'
import { findPacked, parseCommit, parseHead } from '../head.ts'

/** The commit that a repository's files name, null before the first; null instead where they are not the usual ones. */
export function readHead(dir: string): { commit: string | null } | null {
  try {
    const head = parseHead(readPlain(`${dir}/HEAD`) ?? '')
    if (head === null) return null
    if (head.kind === 'commit') return { commit: head.commit }
    const loose = readPlain(`${dir}/${head.ref}`)
    if (loose === null) return findPacked(readPlain(`${dir}/packed-refs`) ?? '', head.ref)
    const commit = parseCommit(loose)
    return commit === null ? null : { commit }
  } catch {
    return null
  }
}

/** Of many thousand refs. */
const MAX_BYTES = 16 << 20

/** The text of a plain file, null where there is none; fails for anything else, and waits for nobody. */
function readPlain(path: string): string | null {
  const fd = openIfThere(path)
  if (fd === null) return null
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.size > MAX_BYTES) throw new TypeError(`${path} is not what git writes.`)
    // Files of the system's own have no size and no end.
    return readAt(fd, 0, stat.size).toString('latin1')
  } finally {
    closeSync(fd)
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
