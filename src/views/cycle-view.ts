import { type ExecutionReport, SHORT_NAMES, type ShortName } from '../controller/artifacts.ts'
import type { Body, CycleEnd } from '../controller/facts.ts'
import type { EffectOutcome } from '../controller/outcome.ts'
import type { ArtifactRef, Json, JsonObject } from '../ledger/kinds.ts'
import type { Runner } from './controllers.ts'
import type { FieldChange } from './json-changes.ts'

/** One cycle of a controller as data, for screens and programs. Everything comes from the ledger. */
export type CycleView = {
  controller: string
  stream: string
  cycle: number
  /** The number of the controller's last cycle. */
  last: number
  at: string
  endedAt: string | null
  isDryRun: boolean
  /** True if a crash interrupted the cycle and another process finished it. */
  isResumed: boolean
  /** Null while the cycle runs, and for one that was interrupted. */
  end: CycleEnd | null
  code: string | null
  why: string | null
  running: Runner | null
  bundle_hash: string
  snapshot: SnapshotView | null
  plan: PlanView | null
  /** A new decision on an old snapshot, which is never carried out. */
  compared: { plan_id: string; snapshot_id: string; with: string | null } | null
  guard: GuardView[]
  effects: EffectView[]
  report: ReportView | null
  /** Every effect of the controller whose outcome is unknown now. */
  unresolved: UnresolvedEffect[]
  artifacts: { [Name in ArtifactName]?: ArtifactRef }
}

/** The documents of a cycle, by the names that people use. */
export const ARTIFACT_NAMES: readonly ArtifactName[] = [...SHORT_NAMES, 'bundle']
export type ArtifactName = ShortName | 'bundle'

/** `changes` are the differences from the snapshot before. */
export type SnapshotView = {
  snapshot_id: string
  timestamp: string
  previous: { cycle: number; snapshot_id: string } | null
  changes: FieldChange[]
}

export type PlanView = {
  plan_id: string
  isReused: boolean
  summary: string
  model: string
  modelCalls: { attempt: number; model: string; why: string | null }[]
  decisions: DecisionView[]
  /** The last decision of a person about this plan. */
  answer: { kind: 'approved' | 'rejected'; by: string; cycle: number; at: string } | null
}

/** `changes` are against the snapshot, where the bundle says what to compare; for a preview, against the state as it is now. */
export type DecisionView = {
  effect_ref: string
  idempotency_key: string
  target_state: JsonObject
  reasoning_trace: string | null
  changes: FieldChange[]
  /** The guard's verdict in a preview, if it is a denial. */
  denied: string | null
  outcome: EffectOutcome | null
}

export type GuardView = { effect_ref: string; allowed: boolean; reason: string; by: Body<'effect.judged'>['by'] }

/** One attempt at an effect. `outcome` is null if the process died before the outcome was recorded. */
export type EffectView = {
  effect_ref: string
  idempotency_key: string
  attempt: number
  seq: number
  at: string
  outcome: EffectOutcome | null
  how: 'applied' | 'probed' | null
  why: string | null
  response: Json
  /** Text that the target gave back, by name. Only the end of long texts. */
  output: { [name: string]: string }
  /** The opinion a person gave later. */
  resolved: { outcome: 'done' | 'not-done'; reason: string; at: string } | null
}

export type ReportView = Pick<ExecutionReport, 'report_id' | 'status' | 'execution_hash' | 'errors'> & {
  /** True if an earlier cycle wrote it, and nothing has changed since. */
  isEarlier: boolean
}

type UnresolvedEffect = { effect_ref: string; idempotency_key: string; why: string | null }
