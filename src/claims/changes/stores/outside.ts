import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { PlainRun } from '../../../process/run-with.ts'
import { sharedGitFolder } from '../../../project/stores/git-folder.ts'
import { nameOf, pathOf } from '../../fingerprint/names.ts'
import { Budget } from '../../fingerprint/stores/budget.ts'
import { ask, type Repository } from '../../fingerprint/stores/git.ts'
import { repositoryAround } from '../../fingerprint/stores/list.ts'
import type { SeenCall } from '../../turn.ts'
import { couldWrite, type Writer } from '../writers.ts'

/** Repositories outside the project: its own worktrees, and others that the turn wrote to. */
export type Outside = { worktrees: string[]; others: string[] }

const MAX_REPOSITORIES = 5
const GIT_MS = 2_000

/** Finds the repositories outside the project in which calls named files to write, or ran anything that may write. */
export async function placesOutside(
  run: PlainRun,
  project: string,
  calls: readonly SeenCall[],
  since: string,
): Promise<Outside> {
  const writers = calls.flatMap(({ writer }) => (writer === null ? [] : [writer]))
  const touched = calls.flatMap((call) => (call.writer === null ? [] : [...call.writer.named, ...call.folders]))
  const tops = new Set(touched.filter((path) => !isAtOrBelow(path, project)).flatMap((path) => topOf(path) ?? []))
  const own = repositoryAround(project)
  const found: Outside = { worktrees: [], others: [] }
  for (const top of [...tops].filter((one) => one !== own && !isAtOrBelow(project, one)).slice(0, MAX_REPOSITORIES)) {
    const repository = { top, workspace: top, run }
    const budget = new Budget({ timeoutMs: GIT_MS })
    if (own !== null && realShared(top) === realShared(own)) found.worktrees.push(top)
    else if (!isTemporary(top, project) && !isNew(top, since) && (await isWritten(repository, writers, budget)))
      found.others.push(top)
  }
  return found
}

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** The repository around a path that may not exist any more; null if there is none. */
function topOf(path: string): string | null {
  let folder = path
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return repositoryAround(realpathSync(statSync(folder).isDirectory() ? folder : dirname(folder)))
}

/** The same for all worktrees of a repository. */
const realShared = (top: string): string => realpathSync(sharedGitFolder(top))

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
