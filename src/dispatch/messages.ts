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
export function messageOf(code: MessageCode, said: string): string {
  const words = said.replace(/[\s\p{C}]+/gu, ' ').trim()
  const cut = words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}...` : words
  return cut === '' ? MESSAGES[code] : `${MESSAGES[code]} In the call: ${cut}`
}
