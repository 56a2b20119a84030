import { lstatSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'
import type { RunResult } from '../../../process/result.ts'
import type { PlainRun } from '../../../process/run-with.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { readHead } from './head.ts'

/** A repository to query: its top folder, the workspace being fingerprinted, and a function that runs git. */
export type Repository = { top: string; workspace: string; run: PlainRun }

/**
 * Overrides repository settings that would start programs or hide files. Working tree and repository are passed explicitly,
 * so neither `core.worktree` nor a parent folder can redirect git.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.ignoreCase=false',
].flatMap((setting) => ['-c', setting])

/** Replaces all `GIT_` variables with ours, so that git never fetches, prompts or writes; drops the workspace from PATH. */
function environment(workspace: string): NodeJS.ProcessEnv {
  const path = pathOutside(workspace)
  // An empty PATH means the current folder.
  if (path === '') throw new UnfinishedError('git', 'git was not found: PATH has no folder outside the workspace.')
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

/** Returns PATH without folders in the workspace: package scripts put `node_modules/.bin` first. */
const pathOutside = (workspace: string): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => isAbsolute(dir) && !`${resolve(dir)}/`.startsWith(`${workspace}/`))
    .join(delimiter)

const MAX_OUTPUT_BYTES = 256 << 20

/** Runs git in a folder of the repository. */
export async function ask(
  repository: Repository,
  cwd: string,
  args: string[],
  budget: Budget,
  trace: NodeJS.ProcessEnv = {},
): Promise<RunResult> {
  const { top, workspace, run } = repository
  const all = ['--no-pager', `--git-dir=${top}/.git`, `--work-tree=${top}`, ...SETTINGS, ...args]
  const timeoutMs = Math.ceil(budget.remainingMs())
  const result = await run('git', all, {
    cwd,
    env: { ...environment(workspace), ...trace },
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  if (result.ended === 'timed-out') budget.remainingMs()
  if (result.ended === 'not-started') throw new UnfinishedError('git', 'git could not be started.')
  if (result.ended !== 'exited' || result.droppedBytes > 0) throw new UnfinishedError('git', 'git did not finish.')
  return result
}

/** The output of `git ls-files`, and whether git may have read a setting `core.excludesFile`. */
type Listing = { output: Buffer; mayExclude: boolean }

/** Makes git say on standard error that it read the setting. Asking for it would take another process. */
const TRACE = { GIT_TRACE2_EVENT: '1', GIT_TRACE2_CONFIG_PARAMS: 'core.excludesfile' }

/** Lists every tracked or unignored name below a folder. */
export async function listNames(repository: Repository, cwd: string, budget: Budget): Promise<Listing> {
  const args = ['ls-files', '-z', '-t', '--stage', '--others', '--exclude-standard']
  const { exit, stdout, stderr } = await ask(repository, cwd, args, budget, TRACE)
  const lines = stderr.toString('utf8').split('\n')
  const isTrace = (line: string): boolean => line.startsWith('{"event":')
  const trace = lines.filter(isTrace)
  const said = lines
    .filter((line) => !isTrace(line))
    .join('\n')
    .trim()
  if (exit !== 0) throw new UnfinishedError('git', `git could not list ${cwd}: ${said.split('\n', 1)[0]}`, cwd)
  // Git only warns, but a program that knows the names can still use files in a folder that cannot be listed.
  const closed = /^warning: could not open directory '(.*)':/m.exec(said)?.[1]
  if (closed !== undefined) throw new UnfinishedError('unreadable', `${cwd}/${closed} cannot be listed.`, closed)
  // Versions before 2.22 have no trace.
  const mayExclude = trace.length === 0 || trace.some((line) => line.includes('"param":"core.excludesfile"'))
  return { output: stdout, mayExclude }
}

/** The checked-out commit, or null before the first one. Runs git only if the repository has an unusual layout. */
export async function headOf(repository: Repository, budget: Budget): Promise<string | null> {
  const plain = isPlainRepository(repository.top) ? readHead(`${repository.top}/.git`) : null
  if (plain !== null) return plain.commit
  const args = ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  return exit === 0 ? stdout.toString('latin1').trim() : null
}

/** The name of a file in the git directory, wherever this worktree keeps it; relative to the top folder unless absolute. */
export async function ownFile(repository: Repository, file: string, budget: Budget): Promise<string | null> {
  if (isPlainRepository(repository.top)) return `.git/${file}`
  const { exit, stdout } = await ask(repository, repository.top, ['rev-parse', '--git-path', file], budget)
  return exit === 0 ? stdout.toString('latin1').replace(/\n$/, '') : null
}

/** True if `.git` is self-contained, as it is except in linked worktrees and submodules. */
export const isPlainRepository = (top: string): boolean =>
  lstatSync(`${top}/.git`, { throwIfNoEntry: false })?.isDirectory() === true &&
  lstatSync(`${top}/.git/commondir`, { throwIfNoEntry: false }) === undefined

/** The exit code of `git config` for a missing setting. */
const NOT_SET = 1

/** Reads a setting whose value is a file path and returns it as a name; null if it is not set. */
export async function fileSetting(repository: Repository, name: string, budget: Budget): Promise<string | null> {
  const args = ['config', '--null', '--type=path', '--get', name]
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  if (exit !== 0 && exit !== NOT_SET) throw new UnfinishedError('git', `git could not read the setting ${name}.`)
  return exit === 0 ? stdout.toString('latin1').replace(/\0$/, '') : null
}
