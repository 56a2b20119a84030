/**
 * The doctor's codes. A finding means that something is not recorded or not prevented as it should be. A note is worth
 * knowing but nothing is broken. docs/doctor.md lists every code.
 */
export const FINDINGS = {
  HOOKS_NOWHERE: 'no agent program has our hooks',
  HOST_UNWATCHED: 'an agent program without our hooks',
  HOOKS_GONE: 'installed hooks are missing',
  EVENT_MISSING: 'an event has no hook',
  HOOK_ALTERED: 'a hook differs from the installed one',
  HOOK_ELSEWHERE: 'a hook writes to another ledger',
  KEY_REPLACED: 'a hook was installed for a ledger with another key',
  SETTINGS_UNREADABLE: 'the host cannot read its settings',
  HOOKS_OFF: 'settings disable hooks',
  HOOKS_UNTRUSTED: 'the host runs the hooks only after a person approves them',
  LEDGER_ABSENT: 'no ledger',
  LEDGER_UNUSABLE: 'the ledger cannot be used',
  LEDGER_BROKEN: 'the ledger fails verification',
  FILES_EXPOSED: 'permissions let other users in, or lock us out',
  RECORDING_PAUSED: 'a person paused recording',
  LAUNCHER_MISSING: 'the program that hosts start is missing',
  LAUNCHER_CHANGED: 'the program that hosts start differs from the installed one',
  NODE_MISSING: 'no Node to run the hook',
  NODE_TOO_OLD: 'Node is too old for the hook',
  POLICY_TAMPERED: 'the approved policy was tampered with',
  HOOK_FAILED: 'a hook fails when run as the host runs it',
  HOST_FAILED: 'the agent program did not finish the canary',
  HOOK_SILENT: 'the host did not run a hook',
  ANSWER_IGNORED: 'the host ignored a denial',
  ANSWER_UNHEARD: 'the host did not pass a denial on to the model',
  BLOCK_OVERRULED: 'another hook ends turns that our hook blocks',
} as const

export const NOTES = {
  HOST_UNWATCHED: 'an agent program without our hooks',
  HOST_ABSENT: 'hooks for a program that is not in PATH',
  SETTINGS_CHANGED: 'settings changed since the last recorded session',
  FOREIGN_HOOK: "another program's hook on the same event",
  STOP_HOOK_UNTRIED: "another program's hook on stops was not tried",
  FOLDER_UNDECIDED: 'the host does not know yet whether to trust the folder',
  SPOOL_WAITING: 'entries in the spool are not chained yet',
  NODE_CHANGED: 'hooks run with a different Node than when they were installed',
  PROGRAM_OTHER: 'hooks run another version of Bailiff',
  POLICY_UNAPPROVED: 'the policy file is not the approved policy',
} as const

export type DoctorFinding = {
  kind: 'finding'
  code: keyof typeof FINDINGS
  /** The problem, in one sentence. */
  what: string
  /** The fix that a person can apply. */
  fix: string
}

export type Note = { kind: 'note'; code: keyof typeof NOTES; what: string; fix: string }

/** One result of a check. */
export type Remark = DoctorFinding | Note

export const finding = (code: DoctorFinding['code'], what: string, fix: string): DoctorFinding => ({
  kind: 'finding',
  code,
  what,
  fix,
})

export const note = (code: Note['code'], what: string, fix: string): Note => ({ kind: 'note', code, what, fix })

export const isFinding = ({ kind }: Remark): boolean => kind === 'finding'
