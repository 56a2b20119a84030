/** The effect of a tool call, in terms that all hosts share. */
export type Act =
  /** `directory` is set if the call names a working directory other than the session's. */
  | { kind: 'shell'; command: string; directory: string | null }
  /** Code in any other language. */
  | { kind: 'code'; code: string }
  | { kind: 'files'; files: readonly FileAct[] }
  /** A tool that may put these texts, which only a person may type, into a prompt. */
  | { kind: 'prompts'; texts: readonly string[] }
  /** For an unknown tool, which may do any of these. */
  | { kind: 'several'; acts: readonly Act[] }
  | { kind: 'other' }

/**
 * Kind of access to a file: `mentioned` if the tool or program is not known well enough to tell, `listed` if only the
 * name, size and age are read.
 */
export type How = 'read' | 'write' | 'mentioned' | 'listed'

/**
 * Effect on everything below a named folder: removed, removed unless git tracks it, given a new owner or mode, made inaccessible with the folder,
 * copied, searched, searched for text like that of a key, or overwritten by unpacking.
 */
export type Below =
  | 'nothing'
  | 'removed'
  | 'cleaned'
  | 'changed'
  | 'closed'
  | 'copied'
  | 'searched'
  | 'sought'
  | 'unpacked'

/**
 * The tests that limit a search below a folder: patterns, one of which must match; patterns that must not match; the
 * maximum depth; and the type. `isNarrow`: another test, such as `-empty`, excludes most files.
 */
export type FindTests = {
  names: string[]
  paths: string[]
  not: string[]
  isNarrow: boolean
  maxDepth: number
  type: 'file' | 'folder' | 'other' | null
  /** The rules with which a copy selects files; null if it has none. */
  filter: Filter | null
}

/** Rules in their order; the first one that matches decides. `isNamed`: paths begin with the name of the folder itself. */
export type Filter = { rules: readonly FilterRule[]; isNamed: boolean }
export type FilterRule = { kind: 'include' | 'exclude' | 'unknown'; pattern: string }

export const ANYTHING: FindTests = {
  names: [],
  paths: [],
  not: [],
  isNarrow: false,
  maxDepth: Number.POSITIVE_INFINITY,
  type: null,
  filter: null,
}

/** The change to a file, if the call shows it: the whole new text, or edits. */
export type Change = { kind: 'whole'; text: string } | { kind: 'edits'; edits: readonly Edit[] }

/** Replaces `from` with `to`; all occurrences if `everywhere` is set. */
export type Edit = { from: string; to: string; everywhere: boolean }

/** One file that a tool names. `change` is null if the call does not show the new content. */
export type FileAct = { how: How; path: string; below: Below; tests: FindTests | null; change: Change | null }
