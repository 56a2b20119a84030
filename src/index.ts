export type { Did, Evidence } from './claims/evidence.ts'
export type {
  Claim,
  ClaimType,
  Considered,
  ExtractionFinding,
  Level,
  Reading,
  SegmentKind,
  Shape,
  WhyNot,
} from './claims/extract/claim.ts'
export { extractClaims } from './claims/extract/extract.ts'
export type { ClaimFinding, Judgement } from './claims/finding.ts'
export { type Change, type Changes, changesBetween } from './claims/fingerprint/changes.ts'
export { type Fingerprint, narrowFingerprint, type Taken } from './claims/fingerprint/fingerprint.ts'
export type { Selection } from './claims/fingerprint/selection.ts'
export { takeFingerprint } from './claims/fingerprint/stores/take.ts'
export type { TakeOptions } from './claims/fingerprint/stores/workspace.ts'
export type { Unfinished } from './claims/fingerprint/unfinished.ts'
export { judgeClaims } from './claims/judge.ts'
export type { SeenValidation } from './claims/turn.ts'
export {
  type ArtifactType,
  artifactJsonSchema,
  type ControllerArtifact,
  type Decision,
  type EnvSnapshot,
  type ExecutionReport,
  type LlmMetadata,
  type PolicyDecision,
  type ProposedChangePlan,
} from './controller/artifacts.ts'
export type { Bundle, Effect } from './controller/bundle.ts'
export { type ArtifactFinding, type CheckedArtifact, checkArtifact } from './controller/check-artifact.ts'
export type { CycleOptions, CycleResult } from './controller/cycle.ts'
export type {
  ActAgent,
  AgentContext,
  Agents,
  DecideAgent,
  DecideContext,
  ModelCall,
  ObserveAgent,
  ObserveContext,
  Observed,
} from './controller/drivers/agents.ts'
export { type Controller, type ControllerOptions, openController } from './controller/drivers/controller.ts'
export type { ComparedPlans } from './controller/drivers/deciding-again.ts'
export type {
  Applied,
  CheckEffect,
  Drivers,
  EffectCall,
  EffectDriver,
  EffectRequest,
  Preview,
  Sensor,
  Sensors,
  Surroundings,
} from './controller/drivers/driver.ts'
export { type DriverCase, type DriverWorld, driverCases } from './controller/drivers/driver-cases.ts'
export { type ReplayedCycle, replayController } from './controller/drivers/replaying.ts'
export { type Resolution, resolveEffect, unresolvedEffects } from './controller/drivers/resolving.ts'
export type { Approval, Approve, PlanView, PreviewedChange, Progress } from './controller/drivers/world.ts'
export { CONTROLLER_ERRORS, ControllerError, type ControllerErrorCode } from './controller/errors.ts'
export type { CycleEnd } from './controller/facts.ts'
export type { BundleCode, BundleFinding } from './controller/findings.ts'
export { type LoopOptions, runLoop } from './controller/loop.ts'
export type { EffectOutcome } from './controller/outcome.ts'
export { type ParsedBundle, parseBundle } from './controller/parse.ts'
export type { Proposed, Wish } from './controller/plan.ts'
export type { EffectState } from './controller/state.ts'
export type { Clock } from './gate/drivers/clock.ts'
export { shellEnvironment, type Workspace } from './gate/drivers/shell.ts'
export { type ProgramAgent, startAgent } from './gate/drivers/stdio.ts'
export type { Agent, AgentMessage, Environment, Farewell, Performed } from './gate/environment.ts'
export type { Fact, RunOutcome } from './gate/facts.ts'
export { type JudgedStep, judgeStep, legality } from './gate/judge.ts'
export { type SuperviseOptions, supervise } from './gate/loop.ts'
export { initialMasks, type Masks, masksAfter, type Posture } from './gate/masks.ts'
export { GATE_MESSAGES } from './gate/messages.ts'
export type { Execution, Observation, ProbeAnswer } from './gate/observation.ts'
export { type ParsedTask, parseTask } from './gate/parse.ts'
export type { Probed } from './gate/probe.ts'
export { protocolJsonSchema } from './gate/protocol.ts'
export { type Difference, type Replay, replay } from './gate/replay.ts'
export type { RunResult } from './gate/result.ts'
export type { RunState } from './gate/state.ts'
export type { Action, Belief, Step } from './gate/step.ts'
export { type Task, taskJsonSchema } from './gate/task.ts'
export { farewell } from './gate/tell.ts'
export type { Ruling, Verdict } from './gate/verdict.ts'
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
export type { HomeOptions } from './ledger/stores/files/home.ts'
export { defaultHome } from './ledger/stores/files/layout.ts'
export { type VerifyOptions, type VerifyReport, verifyFiles } from './ledger/stores/files/verify.ts'
export { openMemoryStore } from './ledger/stores/memory.ts'
export type { Budget } from './mount/budget.ts'
export { type CommandWorkspace, commandWork } from './mount/drivers/command.ts'
export { type Again, renderAgain } from './mount/drivers/mount.ts'
export type { Work } from './mount/drivers/pool.ts'
export { type Mounted, openRun, type Run, type RunEvent, type RunOptions, startRun } from './mount/drivers/run.ts'
export {
  type Ephemeral,
  type Lasting,
  type Message,
  openThread,
  type StoredMessage,
  startThread,
  type Thread,
} from './mount/drivers/thread.ts'
export type { CallTrace, WorkerTrace } from './mount/drivers/worker.ts'
export { MOUNT_ERRORS, MountError, type MountErrorCode } from './mount/errors.ts'
export type { Block } from './mount/render.ts'
export type { RenderedMount } from './mount/state.ts'
export { type ParsedPolicy, parsePolicy } from './policy/parse.ts'
export type { Policy } from './policy/policy.ts'
export { type Call as RiskCall, callOf } from './trust/call.ts'
export { type Reviewed, type Reviewer, review } from './trust/drivers/review.ts'
export { shippedPack } from './trust/drivers/shipped-pack.ts'
export { type Embed, type Embedded, embeddingScorer } from './trust/embed.ts'
export { TRUST_ERRORS, TrustError, type TrustErrorCode } from './trust/errors.ts'
export { type Contribution, type Explanation, explain as explainRisk } from './trust/explain.ts'
export { type Library, libraryOf, type Member } from './trust/library.ts'
export type { Pack } from './trust/pack/format.ts'
export { CATEGORIES, type Category, type Remembered } from './trust/patterns.ts'
export { type ExtraScorer, type Risk, riskOf } from './trust/risk.ts'
export { DEFAULT_THRESHOLD, type Route, routeOf } from './trust/route.ts'
export { type Neighbour, type Opinion, type Store as RiskStore, storeOf } from './trust/scorers/scorer.ts'
export type { Calibration } from './trust/space.ts'
