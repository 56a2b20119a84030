import type { Environment } from '../../process/environment.ts'
import { run } from '../../process/run.ts'

/** Changed and new files by path from the root, as git shows them. Runs none of the hooks or monitors that the repository configures. */
export async function changesIn(root: string, env: Environment): Promise<Map<string, string>> {
  const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  const args = [...quiet, 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']
  const { stdout } = await run('git', args, { cwd: root, env: { ...env, GIT_OPTIONAL_LOCKS: '0' } })
  const lines = stdout.toString('utf8').split('\0')
  return new Map(lines.filter((line) => line.length > 3).map((line) => [line.slice(3), line.slice(0, 2)]))
}
