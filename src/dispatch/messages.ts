import { DISPATCH_CODES, type DispatchCode } from '../policy/dispatch.ts'
import type { Code } from './protection/place.ts'

/**
 * Messages to agents, one per code. They say what is not permitted, never how to do the work. docs/messages.md lists
 * them for people.
 */
export const MESSAGES: Readonly<Record<MessageCode, string>> = {
  PROTECTED_KEYS: "Not permitted: this call would touch the supervisor's keys (PROTECTED_KEYS).",
  PROTECTED_LEDGER: "Not permitted: this call would touch the supervisor's own files (PROTECTED_LEDGER).",
  PROTECTED_POLICY: 'Not permitted: this call would touch an approved policy (PROTECTED_POLICY).',
  PROTECTED_SETTINGS: 'Not permitted: this call would change settings that contain hooks (PROTECTED_SETTINGS).',
  PROTECTED_TRANSCRIPT: 'Not permitted: this call would change a session record (PROTECTED_TRANSCRIPT).',
  PROTECTED_PROCESS: "Not permitted: this call would stop the supervisor's programs (PROTECTED_PROCESS).",
  PERSON_ONLY: 'Not permitted: only a person may run this command (PERSON_ONLY).',
  CALL_TOO_LARGE: 'Not permitted: this call is too large to check as a whole (CALL_TOO_LARGE).',
  CHECK_FAILED: 'Not permitted: this call names a protected path and could not be checked (CHECK_FAILED).',
  HOOKS_REMOVED: "Not permitted: this change would remove or overrule the supervisor's hooks (HOOKS_REMOVED).",
}

export type MessageCode = Code | 'CHECK_FAILED' | 'HOOKS_REMOVED'

const MAX_CHARS = 200

/** Returns the message for a code, followed by the part of the call that it is about. */
export const messageOf = (code: MessageCode, said: string): string => withSaid(MESSAGES[code], said)

function withSaid(message: string, said: string, label = 'In the call'): string {
  const words = said.replace(/[\s\p{C}]+/gu, ' ').trim()
  const cut = words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}...` : words
  return cut === '' ? message : `${message} ${label}: ${cut}`
}

/** Predicates of "this call …", for codes that a policy decides. */
const ACTS: Readonly<Record<DispatchCode, string>> = {
  CALL_MALFORMED: "does not match its tool's input format",
  COMMAND_UNREADABLE: 'contains a command that cannot be parsed',
  WRITTEN_OUTSIDE: 'would write outside the permitted folders',
  READ_OUTSIDE: 'would read outside the permitted folders',
  HOST_UNLISTED: 'would contact a host that the policy does not list',
  COMMAND_RULED: 'contains a command that the policy restricts',
  ROLE_EXCEEDED: 'exceeds what this role may do',
  CHANGE_LARGE: 'would change more than the policy allows at once',
  FILE_PROTECTED: 'would change a file that the policy protects',
  FILE_BINARY: 'would write a binary file',
  TESTS_DELETED: 'would delete tests',
  TESTS_SKIPPED: 'would stop tests from running',
  ASSERTIONS_REMOVED: 'would remove assertions from tests',
  CHECKS_BYPASSED: 'would bypass a check',
  SECRET_INTRODUCED: 'would write a secret to a file',
  CREDENTIALS_READ: 'would read credentials',
  REMOTE_ADDED: 'would add or change a remote',
  HOST_ADDED: 'would introduce a new host for packages or connections',
  STARTUP_CHANGED: 'would change what starts automatically',
  DATA_SENT: 'would send files to another machine',
  FETCHED_CODE_RUN: 'would run code fetched from the network',
  ACCESS_WIDENED: 'would widen access rights',
  DEFENCES_LOWERED: 'would weaken a security control',
  TRACES_REMOVED: 'would remove logs or history',
  TREE_REMOVED: 'would remove a project folder',
  OUTSIDE_REMOVED: 'would remove something outside the project, or the whole project',
  WORK_REVERTED: 'would revert named files, or drop a stash or branch',
  WORK_DISCARDED: 'would discard uncommitted work',
  HISTORY_REWRITTEN: 'would rewrite or delete history',
  DATA_DROPPED: 'would delete data from a database',
  RESOURCES_DESTROYED: 'would destroy resources that others may use',
  DEVICE_WRITTEN: 'would write to a device',
  SYSTEM_STOPPED: 'would stop this machine',
  RISK_HIGH: 'resembles calls that do harm',
  RISK_UNKNOWN: 'could not be scored for risk',
}

const denial = (code: DispatchCode): string => `Not permitted: this call ${ACTS[code]} (${code}).`

/** Denials for every code that a policy decides. */
export const dispatchMessages = (): Record<string, string> =>
  Object.fromEntries(Object.keys(DISPATCH_CODES).map((code) => [code, denial(code as DispatchCode)]))

export const denyMessage = (code: DispatchCode, said: string): string => withSaid(denial(code), said, labelOf(code))

/** The question to a person; the agent sees it if the person says no. */
export const askMessage = (code: DispatchCode, said: string): string =>
  withSaid(`A person must decide: this call ${ACTS[code]} (${code}).`, said, labelOf(code))

/** Findings about a score quote the score; all others quote a part of the call. */
const labelOf = (code: DispatchCode): string => (DISPATCH_CODES[code][0] === 'risk' ? 'Risk' : 'In the call')
