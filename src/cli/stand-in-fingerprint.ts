import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Fingerprint } from '../claims/fingerprint.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Environment } from '../process/environment.ts'
import { run } from '../process/run.ts'

/**
 * A stand-in for the workspace fingerprint, which is being built: the content of what git tracks or would track, read anew
 * each time. Where there is no git, of every file outside of folders that tools keep for themselves.
 */
export async function standInFingerprint(root: string, env: Environment): Promise<Fingerprint> {
  const names = (await namesByGit(root, env)) ?? namesBelow(root, root)
  const table = new Map(names.sort().flatMap((name) => digestOf(root, name)))
  return { sha256: sha256(JSON.stringify([...table])), table }
}

const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false']

async function namesByGit(root: string, env: Environment): Promise<string[] | null> {
  const args = [...QUIET, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { exit, stdout } = await run('git', args, { cwd: root, env: { ...env, GIT_OPTIONAL_LOCKS: '0' } })
  return exit === 0 ? [...new Set(stdout.toString('utf8').split('\0'))].filter((name) => name !== '') : null
}

const KEPT_BY_TOOLS = new Set(['.git', 'node_modules', '__pycache__', '.pytest_cache', 'target'])

const namesBelow = (root: string, dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((one) => {
    const path = join(dir, one.name)
    if (one.isDirectory()) return KEPT_BY_TOOLS.has(one.name) ? [] : namesBelow(root, path)
    return [relative(root, path)]
  })

/** Of a file that is larger, only its size and time. */
const MAX_READ_BYTES = 1 << 30

function digestOf(root: string, name: string): [string, string][] {
  const path = join(root, name)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (stat.isSymbolicLink()) return [[name, `link ${readlinkSync(path)}`]]
  if (!stat.isFile()) return []
  const content = stat.size > MAX_READ_BYTES ? `${stat.size} ${stat.ctimeMs}` : sha256(readFileSync(path))
  return [[name, `${stat.mode & 0o111} ${content}`]]
}
