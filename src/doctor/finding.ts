/**
 * What the doctor can find. A finding means that something is not recorded or not prevented as it should be; a note is worth
 * knowing and breaks nothing. docs/doctor.md lists every code.
 */
export const FINDINGS = {
  HOOKS_NOWHERE: 'no agent program has our hooks',
  HOST_UNWATCHED: 'an agent program is here and has no hooks of ours',
  HOOKS_GONE: 'hooks that were installed are not there any more',
  EVENT_MISSING: 'an event without its hook',
  HOOK_ALTERED: 'a hook that is not as it was installed',
  HOOK_ELSEWHERE: 'a hook that writes to another ledger',
  KEY_REPLACED: 'a hook that was installed for a ledger with another key',
  SETTINGS_UNREADABLE: 'settings that the host cannot read',
  HOOKS_OFF: 'settings that switch hooks off',
  HOOKS_UNTRUSTED: 'hooks that the host runs only after a person approved them',
  LEDGER_ABSENT: 'no ledger',
  LEDGER_UNUSABLE: 'a ledger that cannot be used',
  LEDGER_BROKEN: 'a ledger that is not as it was written',
  FILES_EXPOSED: 'permissions that let others in, or keep us out',
  RECORDING_PAUSED: 'nothing is recorded, because a person paused it',
  LAUNCHER_MISSING: 'the program that hosts start is not there',
  LAUNCHER_CHANGED: 'the program that hosts start is not what was installed',
  NODE_MISSING: 'no Node for the hook',
  NODE_TOO_OLD: 'a Node that is too old for the hook',
  POLICY_TAMPERED: 'an approved policy that is not what was approved',
  HOOK_FAILED: 'a hook that fails when it is run as the host runs it',
  HOST_FAILED: 'an agent program that did not play the canary to its end',
  HOOK_SILENT: 'a hook that the host did not run',
  ANSWER_IGNORED: 'a denial that the host did not honour',
  ANSWER_UNHEARD: 'a denial that the model was not told',
} as const

export const NOTES = {
  HOST_UNWATCHED: 'an agent program is here and has no hooks of ours',
  HOST_ABSENT: 'hooks for a program that is not on the search path',
  SETTINGS_CHANGED: 'settings that are not what they were when a session was last recorded',
  FOREIGN_HOOK: "somebody else's hook on the same event",
  FOLDER_UNDECIDED: 'a folder that the host has not been told to trust',
  SPOOL_WAITING: 'entries that wait to be chained',
  NODE_CHANGED: 'another Node than when the hooks were installed',
  PROGRAM_OTHER: 'another version of Bailiff than this one runs in hooks',
  POLICY_UNAPPROVED: 'a policy that is not the approved one',
} as const

export type DoctorFinding = {
  kind: 'finding'
  code: keyof typeof FINDINGS
  /** What is wrong, in one sentence. */
  what: string
  /** What a person can do about it. */
  mend: string
}

export type Note = { kind: 'note'; code: keyof typeof NOTES; what: string; mend: string }

/** What one check has to say. */
export type Remark = DoctorFinding | Note

export const finding = (code: DoctorFinding['code'], what: string, mend: string): DoctorFinding => ({
  kind: 'finding',
  code,
  what,
  mend,
})

export const note = (code: Note['code'], what: string, mend: string): Note => ({ kind: 'note', code, what, mend })

export const isFinding = ({ kind }: Remark): boolean => kind === 'finding'
