/** What a project says about how it is checked. Pure: read from names of files and what stands in them. Runs nothing. */

/** `files` are paths from the root, with slashes; `read` gives the text of one of them, or null. */
export type Listing = { files: readonly string[]; read(path: string): string | null }

export const CHECK_KINDS = ['test', 'lint', 'build'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** A command of a project. Never run by whoever finds it. */
export type Check = {
  kind: CheckKind
  /** The words of the command; no shell is needed. */
  command: string[]
  /** What the command comes down to, where it is the name of something longer: the text of a script. */
  runs: string
  /** The folder it runs in, from the root: '' for the root itself. */
  cwd: string
  /** What made us think so, and what defines it: a file, or a place in one (`package.json#/scripts/test`). */
  source: string
}

/** One way of building and testing. `dir` is the folder to look at, '' or with a slash at its end. */
export type Ecosystem = { name: string; find(listing: Listing, dir: string): Check[] }

/** A check that stands in a file of a folder. */
export const check = (dir: string, kind: CheckKind, command: string, file: string, runs = command): Check => ({
  kind,
  command: command.split(' '),
  runs,
  cwd: dir.replace(/\/$/, ''),
  source: `${dir}${file}`,
})
