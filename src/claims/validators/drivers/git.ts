import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../../process/environment.ts'
import { run } from '../../../process/run.ts'

/** Runs git without system or global configuration. */

const CLEAN: Environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  GIT_ASKPASS: 'true',
  LC_ALL: 'C',
}

/** Overrides repository settings that make git run programs or hide changes. */
const QUIET = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.ignoreStat=false',
  'core.checkStat=default',
  'core.trustctime=true',
  'core.fileMode=true',
  'diff.ignoreSubmodules=none',
  'submodule.recurse=false',
].flatMap((one) => ['-c', one])

const TIMEOUT_MS = 60_000

/** Returns what git printed, or null if it failed. */
export type Git = (args: readonly string[]) => Promise<string | null>

const gitIn =
  (cwd: string, env: Environment, fixed: readonly string[], signal: AbortSignal): Git =>
  async (args) => {
    const options = { cwd, env: { ...env, ...CLEAN }, timeoutMs: TIMEOUT_MS, signal }
    const { exit, stdout } = await run('git', [...fixed, ...args], options)
    return exit === 0 ? stdout.toString('utf8') : null
  }

/** Runs git in a project. Sets the working tree, because a repository's settings can point it elsewhere. */
export const gitOf = (root: string, env: Environment, signal: AbortSignal): Git =>
  gitIn(root, env, [...QUIET, '--work-tree', root], signal)

/** Calls `act` with git in an empty temporary repository that uses the person's credential helpers. */
export async function withEmptyRepository<T>(
  env: Environment,
  signal: AbortSignal,
  act: (git: Git) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-git-'))
  try {
    const git = gitIn(dir, env, [...QUIET, ...(await credentialsOf(dir, env, signal))], signal)
    await git(['init', '--quiet', '--bare', '.'])
    return await act(git)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns the credential helpers in the person's global settings. The repository's settings may come from anyone. */
async function credentialsOf(cwd: string, env: Environment, signal: AbortSignal): Promise<string[]> {
  const args = ['config', '--global', '--null', '--get-regexp', '^credential\\.']
  const { exit, stdout } = await run('git', args, { cwd, env, timeoutMs: TIMEOUT_MS, signal })
  const lines = exit === 0 ? stdout.toString('utf8').split('\0') : []
  return lines.flatMap((line) => {
    const at = line.indexOf('\n')
    return at <= 0 ? [] : ['-c', `${line.slice(0, at)}=${line.slice(at + 1)}`]
  })
}

/** Tracked files that differ from the commit, and files whose changes git was told to ignore. */
export async function uncommittedIn(git: Git, root: string): Promise<string[]> {
  const status = await git(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no'])
  const flagged = await git(['ls-files', '-z', '-v'])
  if (status === null || flagged === null) return ['(git cannot read the state of the repository)']
  const lines = (text: string): string[] => text.split('\0').filter((line) => line !== '')
  const changed = lines(status).map((line) => line.slice(3))
  const hidden = lines(flagged).filter((line) => isHidden(line, root))
  return [...new Set([...changed, ...hidden.map((line) => line.slice(2))])]
}

/** True for hidden changes. Lowercase letter: assume-unchanged. S: skip-worktree, which hides them only if the file exists. */
const isHidden = (line: string, root: string): boolean =>
  /^[a-z] /.test(line) ||
  (line.startsWith('S ') && lstatSync(join(root, line.slice(2)), { throwIfNoEntry: false }) !== undefined)
