import type { ArtifactRef, Entry } from '../ledger/kinds.ts'
import type { PolicyDecision, ReportStatus } from './artifacts.ts'
import { type Body, type CycleEnd, type Fact, factOf } from './facts.ts'
import type { EffectOutcome } from './outcome.ts'

/** One attempt after another at one effect of one plan. */
export type EffectState = {
  effect_ref: string
  idempotency_key: string
  plan_id: string | null
  attempts: number
  /** True from an intent until its outcome is recorded. */
  isOpen: boolean
  /** The hash of driver, settings and folder of the last attempt. */
  means: string
  outcome: EffectOutcome | null
  why: string | null
  /** The seq of the entry that tells the outcome. */
  seq: number
}

type RecordedPlan = { plan_id: string; snapshot_id: string; decided_by: string; artifact: ArtifactRef }
export type RecordedReport = {
  report_id: string
  execution_hash: string
  status: ReportStatus
  artifact: ArtifactRef
}

/** A cycle so far. */
export type CycleState = {
  cycle: number
  at: string
  dryRun: boolean
  bundle_hash: string
  bundle: ArtifactRef | null
  snapshot: { snapshot_id: string; artifact: ArtifactRef } | null
  plan: RecordedPlan | null
  isPlanReused: boolean
  /** In the order in which targets were first judged; a later verdict on a target replaces the earlier one. */
  verdicts: { verdict: PolicyDecision; by: Body<'effect.judged'>['by'] }[]
  /** The keys of effects that this cycle began. */
  begun: Set<string>
  report: RecordedReport | null
  end: CycleEnd | null
  code: string | null
  why: string | null
}

/** The state of a controller, folded from its stream: who runs it, its cycles, its effects. */
export type ControllerState = {
  stream: string
  seq: number
  holder: { seq: number; owner: Body<'controller.taken'>['owner'] } | null
  cycles: CycleState[]
  /** The last plan for each snapshot and decide agent. */
  plans: Map<string, RecordedPlan>
  /** Approved plans with their means, as `approvalKey` writes them. */
  approved: Set<string>
  /** The means with which each plan was last proposed. */
  means: Map<string, string>
  rejected: Set<string>
  effects: Map<string, EffectState>
  /** The effects whose outcome is unknown, or not recorded yet: their refs, by key. */
  unknown: Map<string, string>
  /** The last report of each plan. */
  reports: Map<string, RecordedReport>
  /** The last report whose effects changed anything. */
  lastReport: { report_id: string; execution_hash: string } | null
}

export const initialState = (stream: string): ControllerState => ({
  stream,
  seq: 0,
  holder: null,
  cycles: [],
  plans: new Map(),
  approved: new Set(),
  means: new Map(),
  rejected: new Set(),
  effects: new Map(),
  unknown: new Map(),
  reports: new Map(),
  lastReport: null,
})

/** Finds plans by what they depend on: the snapshot and the agent that decides. */
export const planKey = (snapshot_id: string, decided_by: string): string => `${snapshot_id} ${decided_by}`

/** An approval is for a plan that is carried out with certain means. */
export const approvalKey = (plan_id: string, means: string): string => `${plan_id} ${means}`

/** Cycles kept in memory; earlier ones are read again from the ledger when they are asked for. */
const MAX_CYCLES = 100

/** Adds an entry to the state. */
export function addEntry(state: ControllerState, entry: Entry): void {
  state.seq = entry.seq
  const fact = factOf(entry)
  if (fact === null) return
  if (fact.kind === 'controller.taken') {
    if (fact.body.over === (state.holder?.seq ?? null)) state.holder = { seq: entry.seq, owner: fact.body.owner }
  } else if (fact.kind === 'effect.resolved') resolve(state, fact.body, entry)
  else if (fact.body.hold === state.holder?.seq) addHeld(state, fact, entry)
}

type Held = Exclude<Fact, { kind: 'controller.taken' | 'effect.resolved' }>

function addHeld(state: ControllerState, fact: Held, entry: Entry): void {
  if (fact.kind === 'controller.released') {
    state.holder = null
    return
  }
  if (fact.kind === 'cycle.started') {
    startCycle(state, fact.body, entry)
    return
  }
  const cycle = state.cycles.findLast((one) => one.cycle === fact.body.cycle)
  if (cycle !== undefined) addToCycle(state, cycle, fact, entry)
}

function startCycle(state: ControllerState, body: Body<'cycle.started'>, entry: Entry): void {
  const bundle = entry.artifacts[0] ?? null
  const same = body.again ? state.cycles.findLast(({ cycle }) => cycle === body.cycle) : undefined
  if (same !== undefined) {
    same.bundle_hash = body.bundle_hash
    same.bundle = bundle
    return
  }
  if (state.cycles.length >= MAX_CYCLES) {
    // An interrupted cycle stays until it is finished.
    const oldest = state.cycles.findIndex((one) => !isInterrupted(one))
    if (oldest !== -1) state.cycles.splice(oldest, 1)
  }
  state.cycles.push({
    cycle: body.cycle,
    at: entry.at,
    dryRun: body.dry_run,
    bundle_hash: body.bundle_hash,
    bundle,
    snapshot: null,
    plan: null,
    isPlanReused: false,
    verdicts: [],
    begun: new Set(),
    report: null,
    end: null,
    code: null,
    why: null,
  })
}

type OfCycle = Exclude<Held, { kind: 'controller.released' | 'cycle.started' }>

function addToCycle(state: ControllerState, cycle: CycleState, fact: OfCycle, entry: Entry): void {
  const [artifact] = entry.artifacts
  switch (fact.kind) {
    case 'effect.judged':
      judged(cycle, fact.body)
      return
    case 'snapshot.taken':
      if (artifact !== undefined) cycle.snapshot = { snapshot_id: fact.body.snapshot_id, artifact }
      return
    case 'plan.proposed':
      if (artifact !== undefined) proposed(state, cycle, fact.body, artifact)
      return
    case 'evidence.recorded':
    case 'model.called':
    case 'plan.compared':
      return
    case 'plan.approved':
      state.approved.add(approvalKey(fact.body.plan_id, fact.body.means))
      state.rejected.delete(fact.body.plan_id)
      return
    case 'plan.rejected':
      state.rejected.add(fact.body.plan_id)
      return
    case 'effect.intended':
      intended(state, cycle, fact.body, entry)
      return
    case 'effect.ended':
      settle(state, fact.body, entry)
      return
    case 'report.written':
      if (artifact !== undefined) reported(state, cycle, fact.body, artifact)
      return
    case 'cycle.ended':
      cycle.end = fact.body.end
      cycle.code = fact.body.code
      cycle.why = fact.body.why
      return
  }
}

function judged({ verdicts }: CycleState, { decision: verdict, by }: Body<'effect.judged'>): void {
  const i = verdicts.findIndex((one) => one.verdict.effect_ref === verdict.effect_ref)
  verdicts[i === -1 ? verdicts.length : i] = { verdict, by }
}

function proposed(
  state: ControllerState,
  cycle: CycleState,
  { plan_id, snapshot_id, decided_by, reused, means }: Body<'plan.proposed'>,
  artifact: ArtifactRef,
): void {
  const plan = { plan_id, snapshot_id, decided_by, artifact }
  cycle.plan = plan
  cycle.isPlanReused = reused
  state.means.set(plan_id, means)
  state.plans.set(planKey(snapshot_id, decided_by), plan)
}

function intended(state: ControllerState, cycle: CycleState, body: Body<'effect.intended'>, entry: Entry): void {
  const before = state.effects.get(body.idempotency_key)
  cycle.begun.add(body.idempotency_key)
  state.unknown.set(body.idempotency_key, body.effect_ref)
  state.effects.set(body.idempotency_key, {
    effect_ref: body.effect_ref,
    idempotency_key: body.idempotency_key,
    plan_id: cycle.plan?.plan_id ?? null,
    attempts: (before?.attempts ?? 0) + 1,
    isOpen: true,
    means: body.means,
    outcome: null,
    why: null,
    seq: entry.seq,
  })
}

function settle(state: ControllerState, body: Body<'effect.ended'>, entry: Entry): void {
  const effect = state.effects.get(body.idempotency_key)
  if (effect === undefined) return
  close(effect, body.outcome, body.why, entry)
  if (body.outcome === 'unknown') state.unknown.set(body.idempotency_key, body.effect_ref)
  else state.unknown.delete(body.idempotency_key)
}

/** A person's word counts only where the harness does not know better. */
function resolve(state: ControllerState, body: Body<'effect.resolved'>, entry: Entry): void {
  const effect = state.effects.get(body.idempotency_key)
  if (entry.actor !== 'user' || effect?.outcome !== 'unknown') return
  close(effect, body.outcome, `a person says: ${body.reason}`, entry)
  state.unknown.delete(body.idempotency_key)
}

function close(effect: EffectState, outcome: EffectOutcome, why: string | null, { seq }: Entry): void {
  effect.isOpen = false
  effect.outcome = outcome
  effect.why = why
  effect.seq = seq
}

function reported(
  state: ControllerState,
  cycle: CycleState,
  body: Body<'report.written'>,
  artifact: ArtifactRef,
): void {
  const { report_id, execution_hash, status, executed, dry_run } = body
  const report = { report_id, execution_hash, status, artifact }
  cycle.report = report
  if (dry_run) return
  state.reports.set(report_id, report)
  if (executed) state.lastReport = { report_id, execution_hash }
}

/** The cycle that a crash interrupted while it carried out effects, or null. It must be finished first. */
export function interrupted(state: ControllerState): CycleState | null {
  return state.cycles.findLast(isInterrupted) ?? null
}

const isInterrupted = ({ dryRun, end, report, begun }: CycleState): boolean =>
  !dryRun && end === null && report === null && begun.size > 0

/** True unless the last attempt certainly failed, or there was none: another one could repeat the effect. */
export const isSpent = (effect: EffectState | undefined): boolean =>
  effect !== undefined && (effect.isOpen || effect.outcome !== 'not-done')

/** The effects that only a person can resolve, oldest first. */
export const unknownEffects = ({ effects }: ControllerState): EffectState[] =>
  [...effects.values()].filter(({ outcome }) => outcome === 'unknown')

/** Refs whose last outcome is unknown or not recorded, except for the effect with this key. */
export const unresolvedRefs = (state: ControllerState, besides: string): Set<string> =>
  new Set([...state.unknown].flatMap(([key, ref]) => (key === besides ? [] : [ref])))
