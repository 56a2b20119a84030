export { type Change, type Changes, changesBetween } from './claims/fingerprint/changes.ts'
export { type Fingerprint, narrowFingerprint, type Taken } from './claims/fingerprint/fingerprint.ts'
export type { Selection } from './claims/fingerprint/selection.ts'
export { type TakeOptions, takeFingerprint } from './claims/fingerprint/stores/take.ts'
export type { Unfinished } from './claims/fingerprint/unfinished.ts'
export { canonical } from './ledger/canonical.ts'
export { type Checkpoint, openCheckpoint } from './ledger/checkpoint.ts'
export { LEDGER_ERRORS, LedgerError, type LedgerErrorCode } from './ledger/errors.ts'
export type { AuditFinding, AuditNote, NoteName, Reason } from './ledger/findings.ts'
export { type Folds, fold } from './ledger/fold.ts'
export type {
  Actor,
  ArtifactRef,
  Draft,
  Entry,
  Json,
  JsonObject,
  Receipt,
  Redactions,
  StreamKind,
  Tail,
} from './ledger/kinds.ts'
export { artifactSchema, entrySchema } from './ledger/schema.ts'
export type { Appended, ArtifactLabel, Range, Store } from './ledger/store.ts'
export { openFileStore } from './ledger/stores/files/files.ts'
export { defaultHome, type HomeOptions } from './ledger/stores/files/home.ts'
export { type VerifyOptions, type VerifyReport, verifyFiles } from './ledger/stores/files/verify.ts'
export { openMemoryStore } from './ledger/stores/memory.ts'
