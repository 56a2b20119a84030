/**
 * The checks of single tool calls, as far as a policy decides about them: every code, what it does where nobody has decided,
 * and the compiled section. Import-free, because the hook loads it on every tool call.
 */

/** What a finding does: nothing, it is put on record, a person is asked, or the call is not made. From mild to strict. */
export const ANSWERS = ['allow', 'flag', 'ask', 'deny'] as const
export type DispatchAnswer = (typeof ANSWERS)[number]

/** What a finding is about. */
export type Category = 'form' | 'scope' | 'change' | 'tests' | 'secrets' | 'targets' | 'access' | 'destruction'

/**
 * Every code, what it is about, and what it does where the policy does not say. None is denied by default; what cannot be
 * undone is asked about. The codes do not change between versions; docs/dispatch.md says when each is found.
 */
export const DISPATCH_CODES = {
  CALL_MALFORMED: ['form', 'flag'],
  COMMAND_UNREADABLE: ['form', 'flag'],
  WRITTEN_OUTSIDE: ['scope', 'flag'],
  READ_OUTSIDE: ['scope', 'flag'],
  HOST_UNLISTED: ['scope', 'ask'],
  COMMAND_RULED: ['scope', 'flag'],
  ROLE_EXCEEDED: ['scope', 'flag'],
  CHANGE_LARGE: ['change', 'flag'],
  FILE_PROTECTED: ['change', 'flag'],
  FILE_BINARY: ['change', 'flag'],
  TESTS_DELETED: ['tests', 'flag'],
  TESTS_SKIPPED: ['tests', 'flag'],
  ASSERTIONS_REMOVED: ['tests', 'flag'],
  CHECKS_BYPASSED: ['tests', 'flag'],
  SECRET_INTRODUCED: ['secrets', 'flag'],
  CREDENTIALS_READ: ['secrets', 'flag'],
  REMOTE_ADDED: ['targets', 'flag'],
  HOST_ADDED: ['targets', 'flag'],
  STARTUP_CHANGED: ['targets', 'flag'],
  DATA_SENT: ['targets', 'flag'],
  FETCHED_CODE_RUN: ['targets', 'flag'],
  ACCESS_WIDENED: ['access', 'flag'],
  DEFENCES_LOWERED: ['access', 'flag'],
  TRACES_REMOVED: ['access', 'flag'],
  TREE_REMOVED: ['destruction', 'flag'],
  OUTSIDE_REMOVED: ['destruction', 'ask'],
  WORK_REVERTED: ['destruction', 'flag'],
  WORK_DISCARDED: ['destruction', 'ask'],
  HISTORY_REWRITTEN: ['destruction', 'ask'],
  DATA_DROPPED: ['destruction', 'ask'],
  RESOURCES_DESTROYED: ['destruction', 'ask'],
  DEVICE_WRITTEN: ['destruction', 'ask'],
  SYSTEM_STOPPED: ['destruction', 'ask'],
} as const satisfies Record<string, readonly [Category, DispatchAnswer]>

export type DispatchCode = keyof typeof DISPATCH_CODES

/** What roles are told apart by: whether files are read or written, a command is run, a network host is reached. */
export const ACCESSES = ['read', 'write', 'run', 'network'] as const
export type Access = (typeof ACCESSES)[number]

/** A command by its words, and what it does that a tool call runs it; the stricter rules come first. */
export type CommandRule = { words: string[]; answer: DispatchAnswer }

/** The section as the hook loads it. */
export type DispatchPolicy = {
  codes: { [code: string]: DispatchAnswer }
  /** Folders that calls may change and, where there are any, read: relative to the project, absolute, or below `~`. */
  roots: string[]
  readRoots: string[]
  hosts: string[]
  commands: CommandRule[]
  roles: { [role: string]: { [access in Access]?: DispatchAnswer } }
  /** Globs of files whose change is told, and of what builds write and may be removed; each besides the usual ones. */
  protectedFiles: string[]
  buildOutputs: string[]
  maxLines: number
  maxFiles: number
  nobodyToAsk: 'flag' | 'deny'
}

/** What holds where nobody has decided anything. */
export const builtInDispatch = (): DispatchPolicy => ({
  codes: {},
  roots: ['.'],
  readRoots: [],
  hosts: [],
  commands: [],
  roles: {},
  protectedFiles: [],
  buildOutputs: [],
  maxLines: 2_000,
  maxFiles: 50,
  nobodyToAsk: 'flag',
})
