import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { parseHead } from '../claims/fingerprint/head.ts'
import { readHead } from '../claims/fingerprint/stores/head.ts'
import { sha256 } from '../ledger/digest.ts'
import { readPlain } from '../ledger/stores/files/disk.ts'
import { linesFromEnd } from '../ledger/stores/files/lines-from-end.ts'
import type { HeadSeen } from '../session/sighting.ts'
import type { Contents } from '../supervisor/world.ts'

/** Limits on reading, per file and per event: a host waits for each hook. */
const MAX_FILE_BYTES = 1 << 20
const MAX_BYTES = 4 << 20

/** Reads the content of the project. Follows no symlink, opens no device, and never throws. */
export function contents(): Contents {
  let left = MAX_BYTES
  return {
    fileAt(path) {
      try {
        const stat = lstatSync(path, { throwIfNoEntry: false })
        if (stat === undefined) return { sha256: null }
        const limit = Math.min(MAX_FILE_BYTES, left)
        if (!stat.isFile() || stat.size > limit) return null
        const read = readPlain(path, limit)
        if (read.kind !== 'read') return null
        left -= read.bytes.length
        return { sha256: sha256(read.bytes) }
      } catch {
        return null
      }
    },
    headOf(root) {
      try {
        return headIn(root, join(root, '.git'))
      } catch {
        return null
      }
    },
  }
}

const MAX_HEAD_BYTES = 4_096

/** Reads the checked-out commit. Returns null for a linked worktree, whose branches are elsewhere. */
function headIn(root: string, git: string): HeadSeen | null {
  if (!lstatSync(git, { throwIfNoEntry: false })?.isDirectory()) return null
  const file = readPlain(join(git, 'HEAD'), MAX_HEAD_BYTES)
  const head = file.kind === 'read' ? parseHead(file.bytes.toString('latin1')) : null
  const read = readHead(git)
  if (head === null || read === null) return null
  const reverts = read.commit === null ? null : revertedBy(read.commit, join(git, 'logs', 'HEAD'))
  return {
    root,
    branch: head.kind === 'branch' ? head.ref : null,
    commit: read.commit,
    ...(reverts !== null && { reverts }),
  }
}

/** Enough for the last two lines of git's log of checked-out commits. */
const MAX_LOG_BYTES = 4_096
const LOGGED = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*\t(.*)$/
const REVERTED = /^revert: Revert "(.*)"$/

/** The commit that a commit reverts, if that is the one before it. Git's log shows the subjects of both. */
function revertedBy(commit: string, log: string): string | null {
  const [last, before] = [...linesFromEnd(log, MAX_LOG_BYTES)].map((line) => LOGGED.exec(line.toString('utf8')))
  const subject = last?.[2] === commit ? REVERTED.exec(last[3] ?? '')?.[1] : undefined
  if (subject === undefined || before?.[2] === undefined || before[2] !== last?.[1]) return null
  return before[3]?.replace(/^commit(?: \([a-z]+\))?: /, '') === subject ? before[2] : null
}
