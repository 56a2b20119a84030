import { isNamed } from '../policy/glob.ts'
import { answerOf, commitOf, type Git } from './git.ts'

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
