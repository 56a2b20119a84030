import { lstatSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'
import type { RunResult } from '../../../process/result.ts'
import type { PlainRun } from '../../../process/run-with.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { readHead } from './head.ts'

/** A repository as we ask it: where its files are, the workspace it is looked at for, and what runs git. */
export type Repository = { top: string; workspace: string; run: PlainRun }

/**
 * What a repository may say about how git works, and must not say here: programs it would start, and settings that hide
 * files. Files and repository are named outright, so that neither `core.worktree` nor a folder above has a word.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.ignoreCase=false',
].flatMap((setting) => ['-c', setting])

/** No variable of git's that we did not set, and no git from the workspace; nothing is fetched, asked or written. */
function environment(workspace: string): NodeJS.ProcessEnv {
  const path = pathOutside(workspace)
  // Systems take an empty search path for the folder they are in.
  if (path === '')
    throw new UnfinishedError('git', 'git cannot be found: no folder outside the workspace is searched for it.')
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}

/** Whoever starts us from a package's script has `node_modules/.bin` in front. */
const pathOutside = (workspace: string): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => isAbsolute(dir) && !`${resolve(dir)}/`.startsWith(`${workspace}/`))
    .join(delimiter)

const MAX_OUTPUT_BYTES = 256 << 20

/** Asks git something in a folder of a repository. */
async function ask(repository: Repository, cwd: string, args: string[], budget: Budget): Promise<RunResult> {
  const { top, workspace, run } = repository
  const all = ['--no-pager', `--git-dir=${top}/.git`, `--work-tree=${top}`, ...SETTINGS, ...args]
  const timeoutMs = Math.ceil(budget.remainingMs())
  const result = await run('git', all, {
    cwd,
    env: environment(workspace),
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  if (result.ended === 'timed-out') budget.remainingMs()
  if (result.ended === 'not-started') throw new UnfinishedError('git', 'git cannot be started.')
  if (result.ended !== 'exited' || result.droppedBytes > 0) throw new UnfinishedError('git', 'git did not finish.')
  return result
}

/** Every name that is tracked or not ignored, below a folder. */
export async function listNames(repository: Repository, cwd: string, budget: Budget): Promise<Buffer> {
  const args = ['ls-files', '-z', '-t', '--stage', '--others', '--exclude-standard']
  const { exit, stdout, stderr } = await ask(repository, cwd, args, budget)
  const said = stderr.toString('utf8').trim()
  if (exit !== 0) throw new UnfinishedError('git', `git does not list ${cwd}: ${said.split('\n', 1)[0]}`, cwd)
  // Git only warns, but files in a folder that cannot be listed can still be used by those who know their names.
  const closed = /^warning: could not open directory '(.*)':/m.exec(said)?.[1]
  if (closed !== undefined) throw new UnfinishedError('unreadable', `${cwd}/${closed} cannot be listed.`, closed)
  return stdout
}

/** The commit that is checked out, or null before the first. Git is asked only where its files do not say it plainly. */
export async function headOf(repository: Repository, budget: Budget): Promise<string | null> {
  const plain = isPlainRepository(repository.top) ? readHead(`${repository.top}/.git`) : null
  if (plain !== null) return plain.commit
  const args = ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  return exit === 0 ? stdout.toString('latin1').trim() : null
}

/** A file of the repository's own, wherever this worktree keeps it; as a name, seen from its folder. */
export async function ownFile(repository: Repository, file: string, budget: Budget): Promise<string | null> {
  if (isPlainRepository(repository.top)) return `.git/${file}`
  const { exit, stdout } = await ask(repository, repository.top, ['rev-parse', '--git-path', file], budget)
  return exit === 0 ? stdout.toString('latin1').replace(/\n$/, '') : null
}

/** Whether `.git` holds everything itself, as it does but for worktrees and submodules. */
const isPlainRepository = (top: string): boolean =>
  lstatSync(`${top}/.git`, { throwIfNoEntry: false })?.isDirectory() === true &&
  lstatSync(`${top}/.git/commondir`, { throwIfNoEntry: false }) === undefined

/** How `git config` ends where there is no such setting. */
const NOT_SET = 1

/** A setting that names a file, as a name, or null where nobody set it. */
export async function fileSetting(repository: Repository, name: string, budget: Budget): Promise<string | null> {
  const args = ['config', '--null', '--type=path', '--get', name]
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  if (exit !== 0 && exit !== NOT_SET) throw new UnfinishedError('git', `git does not tell ${name}.`)
  return exit === 0 ? stdout.toString('latin1').replace(/\0$/, '') : null
}
