import type { GitCommand } from './git.ts'
import type { Touch } from './touch.ts'
import type { Value } from './value.ts'

export type Pipe = { id: number; stage: number }

/** A redirection to a file or a descriptor. */
export type Redirected = { operator: string; target: Value }

/** A command that shell code starts, with its words expanded. */
export type Run = {
  /** The program's word; null for redirections and assignments without a command. */
  program: Value | null
  /** The program's name without its directory, if known. */
  name: string | null
  args: readonly Value[]
  assignments: readonly { name: string; value: Value }[]
  redirections: readonly Redirected[]
  /** The command's standard input, if the code shows it: a heredoc, `<<<`, or `echo … |`. */
  input: Value | null
  /** The files that the code writes, with their content as far as it shows. Keys are those of `fileKey`. */
  files: ReadonlyMap<string, Value>
  /** Possible working directories, the likeliest first. */
  cwds: readonly Value[]
  /**
   * The commands that start this one, outermost first: `sudo`, `xargs`, `sh -c`, `$( )` … Empty for a command that the
   * code runs directly.
   */
  via: readonly string[]
  /** The number of the command's pipeline, and its stage there; null outside pipelines. */
  pipe: Pipe | null
  /** Offset of the command in the source. */
  at: number
}

/** A command with everything that its words alone show, so that callers need not work it out again. */
export type Invocation = Run & {
  /** The arguments as strings; an argument that is not fully known is empty. */
  texts: readonly string[]
  /** The files it reads and writes. */
  touches: readonly Touch[]
  /** The git command; null for other programs. */
  git: GitCommand | null
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
