import type { Base } from './base.ts'
import { commitOf, type Git, refsNamed } from './git.ts'

/** One line of what git tells its pre-push hook. */
export type PushedRef = { localRef: string; local: string; remoteRef: string; remote: string }

const LINE = /^(\S+) ([0-9a-f]{40}|[0-9a-f]{64}) (\S+) ([0-9a-f]{40}|[0-9a-f]{64})$/

/** Parses what git tells its pre-push hook; null if a line is malformed. */
export function parsePushed(input: string): PushedRef[] | null {
  const lines = input.split('\n').filter((line) => line !== '')
  const refs = lines.flatMap((line): PushedRef[] => {
    const [, localRef, local, remoteRef, remote] = LINE.exec(line) ?? []
    const isWhole = localRef !== undefined && local !== undefined && remoteRef !== undefined && remote !== undefined
    return isWhole ? [{ localRef, local, remoteRef, remote }] : []
  })
  return refs.length === lines.length ? refs : null
}

const isNothing = (id: string): boolean => /^0+$/.test(id)

/** The refs that bring commits: a deletion brings none. */
export const withCommits = (refs: readonly PushedRef[]): PushedRef[] => refs.filter(({ local }) => !isNothing(local))

/**
 * The base of what is being pushed: what the remote has for this ref or, for a new one, its default branch. Null if nothing
 * of the remote is known here.
 */
export async function pushBase(git: Git, remoteName: string, { remoteRef, remote }: PushedRef): Promise<Base | null> {
  const known = isNothing(remote) ? null : await commitOf(git, remote)
  if (known !== null) return { ref: `${remoteName}/${remoteRef.replace(/^refs\/heads\//, '')}`, commit: known }
  const place = `refs/remotes/${remoteName}/`
  for (const ref of await refsNamed(git, [`${place}HEAD`, `${place}main`, `${place}master`])) {
    const commit = await commitOf(git, ref)
    if (commit !== null) return { ref: ref.slice('refs/remotes/'.length), commit }
  }
  return null
}
