import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Check, Listing } from './checks.ts'
import { detectChecks } from './detect.ts'
import { namedCheck } from './named.ts'
import { packagesIn } from './packages.ts'
import { type Remote, remoteIn } from './remote.ts'
import { sharedGitFolder } from './stores/git-folder.ts'

/** A project folder: its git state, its remote, its checks, and the folders of its packages besides the root, as globs. */
export type Project = {
  root: string
  git: 'none' | 'local' | 'remote'
  remote: Remote | null
  checks: Check[]
  packages: string[]
}

/** Examines the project around a folder; `named` are commands that a person wants as checks. Reads names and a few files; runs nothing. */
export function lookAt(folder: string, named: readonly (readonly string[])[] = []): Project {
  const root = findRoot(resolve(folder))
  const isTracked = existsSync(join(root, '.git'))
  const remote = isTracked ? remoteIn(readText(join(sharedGitFolder(root), 'config')) ?? '') : null
  const git = isTracked ? (remote === null ? 'local' : 'remote') : 'none'
  const listing = listingOf(root)
  const checks = withNamed(
    detectChecks(listing),
    named.map((command) => namedCheck(listing, command)),
  )
  return { root, git, remote, checks, packages: packagesIn(listing, checks) }
}

/** The named checks before the others, each command once. */
const withNamed = (found: readonly Check[], named: readonly Check[]): Check[] => {
  const all = [...named, ...found]
  const lineOf = ({ command, cwd }: Check): string => JSON.stringify([command, cwd])
  return all.filter((one, i) => all.findIndex((other) => lineOf(other) === lineOf(one)) === i)
}

/** The root of the git repository around a folder, or the folder itself if there is none. */
export function findRoot(folder: string): string {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return dir
    if (dirname(dir) === dir) return folder
  }
}

/** Limits that are enough to recognise a project without reading all of it. */
const MAX_FILES = 20_000
const MAX_DEPTH = 6

/** Folders with third-party or generated files. */
const PASSED_OVER =
  /^(?:\..*|node_modules|bower_components|vendor|third_party|site-packages|venv|__pycache__|target|dist|build|out|coverage)$/

/** Lists the files of a project, without third-party and generated ones. */
export function listingOf(root: string): Listing {
  const files: string[] = []
  // Level by level, so that the limit cuts off the deepest files.
  let level = ['']
  for (let depth = 0; depth < MAX_DEPTH && files.length < MAX_FILES; depth++) {
    const entries = level.flatMap((dir) => entriesOf(root, dir))
    files.push(...entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path))
    level = entries.filter(({ isFolder }) => isFolder).map(({ path }) => `${path}/`)
  }
  return { files: files.slice(0, MAX_FILES), read: (path) => readText(join(root, path)) }
}

function entriesOf(root: string, dir: string): { path: string; isFolder: boolean }[] {
  try {
    return readdirSync(join(root, dir), { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() || !PASSED_OVER.test(entry.name))
      .map((entry) => ({ path: dir + entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  } catch {
    return []
  }
}

/** Larger than any manifest. */
const MAX_BYTES = 4 << 20

function readText(path: string): string | null {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8').replace(/^\ufeff/, '') : null
  } catch {
    return null
  }
}
