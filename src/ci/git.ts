import { Budget } from '../claims/fingerprint/stores/budget.ts'
import { ask } from '../claims/fingerprint/stores/git.ts'
import { UnfinishedError } from '../claims/fingerprint/unfinished.ts'
import { run } from '../process/run.ts'
import { CiError } from './errors.ts'

/** Asks git about one repository. Returns null if git says no. `input` is its standard input. */
export type Git = (args: readonly string[], input?: string) => Promise<Buffer | null>

/** Generous: a large repository in a new container has nothing in its disk cache. */
const GIT_MS = 120_000

/** Asks git in a working tree, with no setting or variable that could start a program or reach a network. */
export const gitIn =
  (top: string, signal: AbortSignal): Git =>
  async (args, input) => {
    const asked: typeof run = (command, all, options) =>
      run(command, all, { ...options, signal, ...(input !== undefined && { input }) })
    try {
      const budget = new Budget({ timeoutMs: GIT_MS })
      const { exit, stdout } = await ask({ top, workspace: top, run: asked }, top, [...args], budget)
      return exit === 0 ? stdout : null
    } catch (error) {
      if (error instanceof UnfinishedError) throw new CiError('GIT_FAILED', `${error.message} Run the command again.`)
      throw error
    }
  }

/** Asks git a question that it must be able to answer. */
export async function answerOf(git: Git, args: readonly string[], input?: string): Promise<Buffer> {
  const answer = await git(args, input)
  if (answer !== null) return answer
  throw new CiError('GIT_FAILED', `git ${args[0]} failed. Check the repository: git fsck`)
}

const ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** The commit that a ref names; null if there is none. Refs that look like an option are never passed on. */
export async function commitOf(git: Git, ref: string): Promise<string | null> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git allows none of them in a ref
  if (ref === '' || /^[-^]|[\u0000-\u0020\u007f]/.test(ref)) return null
  const id = (await git(['rev-parse', '--quiet', '--verify', `${ref}^{commit}`]))?.toString('latin1').trim()
  return id !== undefined && ID.test(id) ? id : null
}

/** No ref may contain these; to for-each-ref, some of them stand for others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: git allows none of them in a ref
const NO_REF = /[\u0000-\u0020\u007f~^:?*[\\]/

/** Those of these refs that exist, by their full names. Unlike rev-parse, takes no other ref for one that is missing. */
export async function refsNamed(git: Git, names: readonly string[]): Promise<string[]> {
  const asked = names.filter((name) => !NO_REF.test(name))
  if (asked.length === 0) return []
  const listed = (await answerOf(git, ['for-each-ref', '--format=%(refname)', ...asked])).toString('utf8').split('\n')
  return asked.filter((name) => listed.includes(name))
}
