import type { Entry, JsonObject } from '../ledger/kinds.ts'
import { objectIn, objectsIn, wordIn } from './body.ts'

/** The content of a file at one moment: its hash, or null if there was no such file. */
export type FileSeen = { path: string; sha256: string | null }

/**
 * The checked-out commit at one moment, in the repository at `root`. `branch` is null if no branch is checked out. `reverts`
 * is the commit before the checked-out one, if that was made by reverting it.
 */
export type HeadSeen = { root: string; branch: string | null; commit: string | null; reverts?: string }

/** The state of files that calls named, and of the repository, at one moment. */
export type Sighting = { files?: FileSeen[]; head?: HeadSeen }

/** A sighting as an entry shows it, and when. */
export type SightingAt = { seq: number; at: string; files: ReadonlyMap<string, string | null>; head: HeadSeen | null }

/** Reads the sighting of an entry; null if it has none. Settings are another list of files. */
export function sightingIn({ seq, at, kind, body }: Entry): SightingAt | null {
  if (kind === 'settings.seen') return null
  const files = filesIn(body)
  const head = headIn(body)
  return files.size === 0 && head === null ? null : { seq, at, files, head }
}

const filesIn = (body: JsonObject): Map<string, string | null> =>
  new Map(
    objectsIn(body, 'files').flatMap((file) => {
      const path = wordIn(file, 'path')
      return path === null ? [] : [[path, wordIn(file, 'sha256')] as const]
    }),
  )

function headIn(body: JsonObject): HeadSeen | null {
  const head = objectIn(body, 'head')
  const root = head === null ? null : wordIn(head, 'root')
  if (head === null || root === null) return null
  const reverts = wordIn(head, 'reverts')
  return { root, branch: wordIn(head, 'branch'), commit: wordIn(head, 'commit'), ...(reverts !== null && { reverts }) }
}
