/**
 * The part of tool-call checks that a policy controls: every code, its default answer, and the compiled section.
 * Import-free, because the hook loads it on every tool call.
 */

/** The answers to a finding, from mild to strict: ignore it, record it, ask a person, or deny the call. */
export const ANSWERS = ['allow', 'flag', 'ask', 'deny'] as const
export type DispatchAnswer = (typeof ANSWERS)[number]

/** The subject of a finding. */
export type Category = 'form' | 'scope' | 'change' | 'tests' | 'secrets' | 'targets' | 'access' | 'destruction' | 'risk'

/**
 * Every code with its category and its default answer. No code is denied by default; for actions that cannot be undone, a
 * person is asked. The codes do not change between versions; docs/dispatch.md says when each is reported.
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
  RISK_HIGH: ['risk', 'flag'],
  RISK_UNKNOWN: ['risk', 'flag'],
} as const satisfies Record<string, readonly [Category, DispatchAnswer]>

export type DispatchCode = keyof typeof DISPATCH_CODES

/** The category of a recorded code; null if this version does not know it. */
export const categoryOf = (code: string): Category | null =>
  Object.hasOwn(DISPATCH_CODES, code) ? DISPATCH_CODES[code as DispatchCode][0] : null

/** Codes that rest on a score. A policy may ask about them, never deny. */
export const ADVISORY_CODES = ['RISK_HIGH', 'RISK_UNKNOWN'] as const satisfies readonly DispatchCode[]

/** The kinds of access that a role can be granted: read files, write files, run commands, reach network hosts. */
export const ACCESSES = ['read', 'write', 'run', 'network'] as const
export type Access = (typeof ACCESSES)[number]

/** A command pattern and the answer to a tool call that runs it. Stricter rules come first. */
export type CommandRule = { words: string[]; answer: DispatchAnswer }

/** The compiled section, as the hook loads it. */
export type DispatchPolicy = {
  codes: { [code: string]: DispatchAnswer }
  /** Folders that calls may change: relative to the project, absolute, or below `~`. */
  roots: string[]
  /** Folders that calls may read, in the same form; empty means any. */
  readRoots: string[]
  hosts: string[]
  commands: CommandRule[]
  roles: { [role: string]: { [access in Access]?: DispatchAnswer } }
  /** Globs of files whose change is a finding; they extend the built-in list. */
  protectedFiles: string[]
  /** Globs of build outputs that may be removed; they extend the built-in list. */
  buildOutputs: string[]
  maxLines: number
  maxFiles: number
  nobodyToAsk: 'flag' | 'deny'
}

/** The default section. */
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
