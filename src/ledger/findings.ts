/** Ways in which a ledger can be altered, and broken promises that it records. `docs/ledger-format.md` explains each. */
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
  'effect-repeated',
] as const
export type Reason = (typeof REASONS)[number]

/** Traces of crashes and maintenance: worth reporting, but harmless. */
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

/** An objection raised by the audit. `seq` is 0 if it concerns the whole stream. */
export type AuditFinding = { stream: string; seq: number; reason: Reason; detail: string }
export type AuditNote = { stream: string; seq: number; note: NoteName; detail: string }
