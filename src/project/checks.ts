/** The checks a project defines, found from file names and contents. Pure: runs nothing. */

/** `files` are paths relative to the root, with slashes; `read` returns the text of a file, or null. */
export type Listing = { files: readonly string[]; read(path: string): string | null }

export const CHECK_KINDS = ['test', 'lint', 'build'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** A command that checks a project. The code that finds it never runs it. */
export type Check = {
  kind: CheckKind
  /** The words of the command; no shell is needed. */
  command: string[]
  /** The text of the script that the command runs, or the command itself. */
  runs: string
  /** The folder it runs in, relative to the root: '' for the root itself. */
  cwd: string
  /** The file, or place in a file, that defines the check (`package.json#/scripts/test`). */
  source: string
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
})
