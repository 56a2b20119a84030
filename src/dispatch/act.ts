/** What a tool call would do, in words that all hosts share. */
export type Act =
  /** `directory` where the call names another than the session's. */
  | { kind: 'shell'; command: string; directory: string | null }
  | { kind: 'files'; files: readonly FileAct[] }
  | { kind: 'other' }

/** What is done to a file: `mentioned` where the tool or program is not known well enough to say. */
export type How = 'read' | 'write' | 'mentioned'

/**
 * What happens to all that lies below a named folder: it goes away, changes its owner or mode, is copied elsewhere, is
 * searched, or an archive is unpacked over it.
 */
export type Below = 'nothing' | 'removed' | 'changed' | 'copied' | 'searched' | 'unpacked'

/** One file that a tool names. `content` is what would be written, where that is all of it. */
export type FileAct = { how: How; path: string; below: Below; content: string | null }
