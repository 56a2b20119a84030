/** What a tool call would do, in words that all hosts share. */
export type Act =
  /** `directory` where the call names another than the session's. */
  | { kind: 'shell'; command: string; directory: string | null }
  /** Code of another language, whatever it is. */
  | { kind: 'code'; code: string }
  | { kind: 'files'; files: readonly FileAct[] }
  /** A tool that nobody knows may do one or the other. */
  | { kind: 'several'; acts: readonly Act[] }
  | { kind: 'other' }

/**
 * What is done to a file: `mentioned` where the tool or program is not known well enough to say, `listed` where only its
 * name, size and age are looked at.
 */
export type How = 'read' | 'write' | 'mentioned' | 'listed'

/**
 * What happens to all that lies below a named folder: it goes away, changes its owner or mode, is put out of reach with
 * the folder, is copied elsewhere, is searched, or something is unpacked over it.
 */
export type Below = 'nothing' | 'removed' | 'changed' | 'closed' | 'copied' | 'searched' | 'unpacked'

/**
 * What is asked of what is found below a folder, as far as names say: patterns of which it must match one, and patterns
 * it must not match; how deep it may lie, and whether it is a file, a folder or something else.
 */
export type FindTests = {
  names: string[]
  paths: string[]
  not: string[]
  isNarrow: boolean
  maxDepth: number
  type: 'file' | 'folder' | 'other' | null
}

export const ANYTHING: FindTests = {
  names: [],
  paths: [],
  not: [],
  isNarrow: false,
  maxDepth: Number.POSITIVE_INFINITY,
  type: null,
}

/** How a file is changed, where that can be said from the call: all of it, or some of its texts. */
export type Change = { kind: 'whole'; text: string } | { kind: 'edits'; edits: readonly Edit[] }

/** One text in place of another; `everywhere` where it may stand more than once. */
export type Edit = { from: string; to: string; everywhere: boolean }

/** One file that a tool names. `change` is null where the call does not say what would become of it. */
export type FileAct = { how: How; path: string; below: Below; tests: FindTests | null; change: Change | null }
