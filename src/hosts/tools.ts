import type { How } from '../dispatch/act.ts'

/** One host's tools. */
export type HostTools = {
  /** A tool's access to the files it names. A tool that is not listed is judged by its name and its fields. */
  uses: Readonly<Record<string, Use>>
  /** Tools that change no file and start nothing that could. */
  idle: readonly string[]
  /**
   * The fields that a tool requires, and optional ones that make a call do more than it seems to: `name:form`, separated by
   * spaces. Forms: text, word (text that is not blank), number, flag, list; with `?` the field may be missing.
   * Kept as strings, because each call needs only one of them parsed.
   */
  shapes: Readonly<Record<string, string>>
}

/** `search` reads everything below the files it names; `glob` finds files by patterns; `patch` takes a patch as text. */
export type Use = How | 'search' | 'glob' | 'remove' | 'copy' | 'patch'
