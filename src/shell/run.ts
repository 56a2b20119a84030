import type { Value } from './value.ts'

export type Pipe = { id: number; stage: number }

/** A redirection that names a file or a descriptor. */
export type Redirected = { operator: string; target: Value }

/** One command that the text starts, as it would start it. */
export type Invocation = {
  /** The program's word; null for redirections and assignments that stand without one. */
  program: Value | null
  /** The program's name without its directory, where it is known. */
  name: string | null
  args: readonly Value[]
  assignments: readonly { name: string; value: Value }[]
  redirections: readonly Redirected[]
  /** What it reads on its input, where the text says so: a heredoc, `<<<`, or `echo … |`. */
  input: Value | null
  /** The working directory is one of these, the likely one first. */
  cwds: readonly Value[]
  /** What starts it, from the outside in: `sudo`, `xargs`, `sh -c`, `$( )` … Empty for a command that stands in the text. */
  via: readonly string[]
  /** The pipeline it stands in, counted through the text, and its place there; null where it stands in none. */
  pipe: Pipe | null
  /** Where the command stands in the text. */
  at: number
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
