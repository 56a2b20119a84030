import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { PlainRun } from '../../../process/run-with.ts'
import { linkedWorktrees, sharedGitFolder } from '../../../project/stores/git-folder.ts'
import { nameOf, pathOf } from '../../fingerprint/names.ts'
import { Budget } from '../../fingerprint/stores/budget.ts'
import { ask, type Repository } from '../../fingerprint/stores/git.ts'
import { repositoryAround } from '../../fingerprint/stores/list.ts'
import type { SeenCall } from '../../turn.ts'
import { couldWrite, type Writer } from '../writers.ts'

/**
 * The worktrees to judge: others of the project's repository, wherever they are. `others` are only named to the person:
 * repositories outside the project, and worktrees beyond the limit.
 */
export type Outside = { worktrees: string[]; others: string[] }

const MAX_REPOSITORIES = 5
const GIT_MS = 2_000

/**
 * Finds the repositories in which calls named files to write, or ran anything that may write. A worktree counts if such a call
 * named anything in it. It may be inside the project, where git may ignore it.
 */
export async function placesOutside(
  run: PlainRun,
  project: string,
  calls: readonly SeenCall[],
  since: string,
): Promise<Outside> {
  const ran = calls.filter(({ writer }) => writer !== null)
  const writers = ran.flatMap(({ writer }) => writer ?? [])
  const own = repositoryAround(project)
  const shared = own === null ? null : realShared(own)
  const isTree = (top: string): boolean => top !== own && shared !== null && realShared(top) === shared
  const hasInside = worktreesIn(project).length > 0
  const topsOf = (paths: readonly string[]): string[] => {
    const elsewhere = new Set(paths.filter((path) => hasInside || !isAtOrBelow(path, project)))
    return [...new Set([...elsewhere].flatMap((path) => topOf(path) ?? []))]
  }
  const written = topsOf([...writers.flatMap(({ named }) => named), ...ran.flatMap(({ folders }) => folders)])
  const reached = topsOf(ran.flatMap((call) => call.reached))
  const trees = [...new Set([...written, ...reached])].filter(isTree)
  const others = written.filter((top) => !isTree(top) && !isAtOrBelow(top, project) && !isAtOrBelow(project, top))
  const foreign = others.filter((top) => !isTemporary(top, project) && !isNew(top, since)).slice(0, MAX_REPOSITORIES)
  const found: Outside = { worktrees: trees.slice(0, MAX_REPOSITORIES), others: [] }
  for (const top of [...trees.slice(MAX_REPOSITORIES), ...foreign]) {
    const repository = { top, workspace: top, run }
    if (await isWritten(repository, writers, new Budget({ timeoutMs: GIT_MS }))) found.others.push(top)
  }
  return found
}

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** The repository around a path that may not exist any more; null if there is none. */
function topOf(path: string): string | null {
  let folder = path
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return repositoryAround(realpathSync.native(statSync(folder).isDirectory() ? folder : dirname(folder)))
}

/** The same for all worktrees of a repository; null if a `.git` file leads nowhere. */
const realShared = (top: string): string | null => real(sharedGitFolder(top))

/** The linked worktrees of the project's repository that are inside the project. */
export function worktreesIn(project: string): string[] {
  const own = repositoryAround(project)
  const trees = own === null ? [] : linkedWorktrees(own).flatMap((tree) => real(tree) ?? [])
  return trees.filter((tree) => tree !== project && isAtOrBelow(tree, project))
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

/** True for a repository in a folder for temporary files, unless the project is in that folder too. */
const isTemporary = (path: string, project: string): boolean =>
  [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].some(
    (folder) => isAtOrBelow(path, folder) && !isAtOrBelow(project, folder),
  )

const isNew = (top: string, since: string): boolean =>
  (lstatSync(`${top}/.git`, { throwIfNoEntry: false })?.birthtimeMs ?? 0) >= Date.parse(since)

/** True if a file that differs from its commit, or the log of commits, was written by a call. */
async function isWritten(repository: Repository, writers: readonly Writer[], budget: Budget): Promise<boolean> {
  const { top } = repository
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']
  const { stdout } = await ask(repository, top, args, budget)
  const names = stdout
    .toString('latin1')
    .split('\0')
    .map((line) => line.slice(3))
  return [...names.filter((name) => name !== ''), '.git/logs/HEAD'].some((name) =>
    couldWrite(writers, `${top}/${name}`, () => changedAt(`${nameOf(top)}/${name}`)),
  )
}

/** Long ago for a file that is gone: a call that named it wrote it, others are not known to have. */
const changedAt = (name: string): number => lstatSync(pathOf(name), { throwIfNoEntry: false })?.ctimeMs ?? 0
