import { DISPATCH_CODES, type DispatchCode } from '../policy/dispatch.ts'
import type { Code } from './protection/place.ts'

/**
 * What agents are told, one text for each code: what is not permitted, never how to do the work. docs/messages.md lists
 * them for people.
 */
export const MESSAGES: Readonly<Record<MessageCode, string>> = {
  PROTECTED_KEYS: "Not permitted: this call would touch the supervisor's keys (PROTECTED_KEYS).",
  PROTECTED_LEDGER: "Not permitted: this call would touch the supervisor's own files (PROTECTED_LEDGER).",
  PROTECTED_POLICY: 'Not permitted: this call would touch an approved policy (PROTECTED_POLICY).',
  PROTECTED_SETTINGS: 'Not permitted: this call would change settings that hold hooks (PROTECTED_SETTINGS).',
  PROTECTED_TRANSCRIPT: 'Not permitted: this call would change the record of a session (PROTECTED_TRANSCRIPT).',
  PERSON_ONLY: 'Not permitted: this command is for persons, not for agents (PERSON_ONLY).',
  CHECK_FAILED: 'Not permitted: this call names a protected place and could not be checked (CHECK_FAILED).',
  HOOKS_REMOVED: "Not permitted: this change would remove the supervisor's hooks (HOOKS_REMOVED).",
}

export type MessageCode = Code | 'CHECK_FAILED' | 'HOOKS_REMOVED'

const MAX_CHARS = 200

/** The message of a code, with what was meant in the words of the call itself. */
export const messageOf = (code: MessageCode, said: string): string => withSaid(MESSAGES[code], said)

function withSaid(message: string, said: string): string {
  const words = said.replace(/[\s\p{C}]+/gu, ' ').trim()
  const cut = words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}...` : words
  return cut === '' ? message : `${message} In the call: ${cut}`
}

/** What a call does that a policy decides about. */
const ACTS: Readonly<Record<DispatchCode, string>> = {
  CALL_MALFORMED: 'is not in the form of its tool',
  COMMAND_UNREADABLE: 'holds a command that cannot be read',
  WRITTEN_OUTSIDE: 'would write outside the folders that are open to it',
  READ_OUTSIDE: 'would read outside the folders that are open to it',
  HOST_UNLISTED: 'would reach a host that is not listed',
  COMMAND_RULED: 'holds a command that a rule of the policy names',
  ROLE_EXCEEDED: 'goes beyond what this role may do',
  CHANGE_LARGE: 'would change more than is usual at once',
  FILE_PROTECTED: 'would change a file that the policy protects',
  FILE_BINARY: 'would write a binary file',
  TESTS_DELETED: 'would delete tests',
  TESTS_SKIPPED: 'would keep tests from running',
  ASSERTIONS_REMOVED: 'would take assertions out of tests',
  CHECKS_BYPASSED: 'would go past a check',
  SECRET_INTRODUCED: 'would put a secret into a file',
  CREDENTIALS_READ: 'would read credentials',
  REMOTE_ADDED: 'would add a remote',
  HOST_ADDED: 'would add a host to be reached',
  STARTUP_CHANGED: 'would change what is started by itself',
  DATA_SENT: 'would send files to another machine',
  FETCHED_CODE_RUN: 'would run code fetched from the network',
  ACCESS_WIDENED: 'would widen access to this machine',
  DEFENCES_LOWERED: 'would lower a defence of this machine',
  TRACES_REMOVED: 'would remove traces of what was done',
  TREE_REMOVED: 'would remove a folder of the project',
  OUTSIDE_REMOVED: 'would remove what lies outside the project, or all of it',
  WORK_REVERTED: 'would take back work in named files or branches',
  WORK_DISCARDED: 'would discard work that is not committed',
  HISTORY_REWRITTEN: 'would rewrite or delete history',
  DATA_DROPPED: 'would delete data from a database',
  RESOURCES_DESTROYED: 'would destroy resources that others may use',
  DEVICE_WRITTEN: 'would write to a device',
  SYSTEM_STOPPED: 'would stop this machine',
}

const denial = (code: DispatchCode): string => `Not permitted: this call ${ACTS[code]} (${code}).`

/** What agents are told where a policy denies a call, for each code. */
export const dispatchMessages = (): Record<string, string> =>
  Object.fromEntries(Object.keys(DISPATCH_CODES).map((code) => [code, denial(code as DispatchCode)]))

export const denyMessage = (code: DispatchCode, said: string): string => withSaid(denial(code), said)

/** What a person is asked, and the agent is told where the person says no. */
export const askMessage = (code: DispatchCode, said: string): string =>
  withSaid(`For a person to decide: this call ${ACTS[code]} (${code}).`, said)
