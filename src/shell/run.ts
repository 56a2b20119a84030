import type { GitCommand } from './git.ts'
import type { Touch } from './touch.ts'
import type { Value } from './value.ts'

export type Pipe = { id: number; stage: number }

/** A redirection to a file or a descriptor. */
export type Redirected = { operator: string; target: Value }

/** One command that a text starts, with its words expanded. */
export type Run = {
  /** The program's word; null for redirections and assignments without a command. */
  program: Value | null
  /** The program's name without its directory, if known. */
  name: string | null
  args: readonly Value[]
  assignments: readonly { name: string; value: Value }[]
  redirections: readonly Redirected[]
  /** Its standard input, if the text shows it: a heredoc, `<<<`, or `echo … |`. */
  input: Value | null
  /** Possible working directories, the likeliest first. */
  cwds: readonly Value[]
  /**
   * The commands that start it, outermost first: `sudo`, `xargs`, `sh -c`, `$( )` … Empty for a command written
   * directly in the text.
   */
  via: readonly string[]
  /** The pipeline it belongs to, numbered through the text, and its position there; null if none. */
  pipe: Pipe | null
  /** Offset of the command in the text. */
  at: number
}

/** A command as callers get it, with everything that its words alone show, so that no one has to ask again. */
export type Invocation = Run & {
  /** The arguments as texts; empty for one that is not fully known. */
  texts: readonly string[]
  /** The files it reads and writes. */
  touches: readonly Touch[]
  /** The git command; null for other programs. */
  git: GitCommand | null
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
