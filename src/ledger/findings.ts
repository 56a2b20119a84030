/** Why a ledger is not what it was. `docs/ledger-format.md` says of each what it means and what may cause it. */
export const REASONS = [
  'edited',
  'deleted',
  'inserted',
  'reordered',
  'duplicated',
  'spliced',
  'forged',
  'forged-pass',
  'forked',
  'key-retired',
  'truncated',
  'head-missing',
  'head-forged',
  'head-mismatch',
  'head-lost',
  'stream-missing',
  'stream-unlisted',
  'stream-reopened',
  'register-missing',
  'register-lost',
  'artifact-missing',
  'artifact-changed',
  'spool-forged',
  'rolled-back',
  'checkpoint-foreign',
] as const
export type Reason = (typeof REASONS)[number]

/** Traces of crashes and of upkeep: worth saying, and no cause for alarm. */
export const NOTES = [
  'head-lags',
  'torn-tail',
  'tail-repaired',
  'tail-damaged',
  'stream-empty',
  'stream-collected',
  'spool-pending',
  'keys-absent',
] as const
export type NoteName = (typeof NOTES)[number]

/** What the audit objects to. `seq` is 0 where it concerns a stream as a whole. */
export type AuditFinding = { stream: string; seq: number; reason: Reason; detail: string }
export type AuditNote = { stream: string; seq: number; note: NoteName; detail: string }
