import { isNamed } from '../policy/glob.ts'
import { answerOf, commitOf, type Git } from './git.ts'
import type { Held } from './ruling.ts'

/** The checked-out commit, and the files on disk that are not as it has them. */
export type TreeState = { commit: string | null; modified: string[]; untracked: string[] }

/** Compares the working tree with the checked-out commit. Files that checks may write do not count. */
export async function treeState(git: Git, outputs: readonly string[]): Promise<TreeState> {
  const how = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=untracked']
  const rows = (await answerOf(git, ['status', ...how])).toString('utf8').split('\0')
  const paths = (isWanted: (state: string) => boolean): string[] =>
    rows
      .filter((row) => row !== '' && isWanted(row.slice(0, 2)))
      .map((row) => row.slice(3))
      .filter((path) => !isNamed(path, outputs))
  return {
    commit: await commitOf(git, 'HEAD'),
    modified: paths((state) => state !== '??'),
    untracked: paths((state) => state === '??'),
  }
}

const MAX_NAMED = 5

/** Holds a commit whose content is not the content on disk: checks would prove nothing about it. Null if it is. */
export function treeHeld({ commit, modified }: TreeState, head: string): Held | null {
  if (commit !== head)
    return {
      code: 'TREE_DIFFERS',
      said: `Another commit is checked out (${commit?.slice(0, 12) ?? 'none'}), so no check was run.`,
      next: 'Check out the commit that is to be judged:',
      copy: `git checkout ${head.slice(0, 12)}`,
    }
  if (modified.length === 0) return null
  const more = modified.length > MAX_NAMED ? ` and ${modified.length - MAX_NAMED} more` : ''
  return {
    code: 'TREE_DIFFERS',
    said: `Files on disk differ from the commit, so no check was run: ${modified.slice(0, MAX_NAMED).join(', ')}${more}.`,
    next: 'Commit or restore these files. A check that writes them needs them in its outputs.',
    copy: null,
  }
}
