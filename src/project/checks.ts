import { weakness } from '../policy/weak.ts'

/** The checks a project defines, found from file names and contents. Pure: runs nothing. */

/** `files` are paths relative to the root, with slashes; `read` returns the text of a file, or null. */
export type Listing = { files: readonly string[]; read(path: string): string | null }

export const CHECK_KINDS = ['test', 'lint', 'build'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** A command that checks a project; its kind is `check` if a person named it and nothing shows what it does. The code that finds it never runs it. */
export type Check = {
  kind: CheckKind | 'check'
  /** The words of the command; no shell is needed. */
  command: string[]
  /** The commands that it runs in the end, such as `vitest run`. */
  runs: string
  /** The folder it runs in, relative to the root: '' for the root itself. */
  cwd: string
  /** The file, or place in a file, that defines the check (`package.json#/scripts/test`). */
  source: string
  /** The files, or parts of files, that define what it runs. */
  pins: readonly string[]
  /** The reason why it proves nothing; null if none is known. */
  fault: string | null
}

/** A build and test toolchain. `dir` is the folder to search: '' or ending in a slash. */
export type Ecosystem = { name: string; find(listing: Listing, dir: string): Check[] }

/** Makes a check that is defined in a file in `dir`. */
export const check = (dir: string, kind: CheckKind, command: string, file: string, runs = command): Check => ({
  kind,
  command: command.split(' '),
  runs,
  cwd: dir.replace(/\/$/, ''),
  source: `${dir}${file}`,
  pins: DEFINING.test(file) ? [`${dir}${file}`] : [],
  fault: weakness(['sh', '-c', runs]),
})

/** Files that only define checks, so a change to them changes a check. */
const DEFINING =
  /(?:#|(?:^|\/)(?:GNUmakefile|[mM]akefile|\.?pytest\.ini|tox\.ini|\.?ruff\.toml|\.flake8|\.?clippy\.toml)$)/
