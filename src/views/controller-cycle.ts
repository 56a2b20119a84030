import {
  type BodyOf,
  type Decision,
  type EnvSnapshot,
  type ExecutionReport,
  SHORT_NAMES,
  type ShortName,
} from '../controller/artifacts.ts'
import { stepFor } from '../controller/bundle.ts'
import { narrow } from '../controller/contains.ts'
import { desiredSchema, valueAt } from '../controller/desired.ts'
import { type Ledger, readJson, readText } from '../controller/drivers/record.ts'
import { ControllerError } from '../controller/errors.ts'
import { type Body, type CycleEnd, type Fact, factOf } from '../controller/facts.ts'
import type { EffectOutcome } from '../controller/outcome.ts'
import { parseBundle } from '../controller/parse.ts'
import { addEntry, type CycleState, initialState, type RecordedReport, unknownEffects } from '../controller/state.ts'
import { controllerName } from '../controller/stream.ts'
import { canonical } from '../ledger/canonical.ts'
import type { ArtifactRef, Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { type Runner, runnerOf } from './controllers.ts'
import { changesBetween, type FieldChange } from './json-changes.ts'

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
type SnapshotView = {
  snapshot_id: string
  timestamp: string
  previous: { cycle: number; snapshot_id: string } | null
  changes: FieldChange[]
}

type PlanView = {
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

type ReportView = Pick<ExecutionReport, 'report_id' | 'status' | 'execution_hash' | 'errors'> & {
  /** True if an earlier cycle wrote it, and nothing has changed since. */
  isEarlier: boolean
}

type UnresolvedEffect = { effect_ref: string; idempotency_key: string; why: string | null }

type Source = Pick<Ledger, 'read' | 'getArtifact'>

/** Reads one cycle, the last one by default. Works for a cycle that runs or was interrupted, too. */
export async function readCycle(ledger: Source, stream: string, wanted?: number): Promise<CycleView> {
  const reader = new CycleReader(stream, wanted)
  await reader.catchUp(ledger)
  const { found, state } = reader
  if (state.seq === 0)
    throw new ControllerError('CONTROLLER_UNKNOWN', `There is no controller ${controllerName(stream)}.`)
  if (found === null) throw noCycle(stream, wanted, state.cycles.at(-1)?.cycle ?? 0)
  return new CycleBuilder(ledger, reader, found).view()
}

/** Reads the cycles of a controller one after the other as they are recorded, and every entry only once. */
export function followCycles(ledger: Source, stream: string): (cycle: number) => Promise<CycleView> {
  const reader = new CycleReader(stream, undefined)
  return async (cycle) => {
    await reader.catchUp(ledger)
    const { found } = reader
    // A cycle that a crash interrupted may be finished after a later dry run.
    return found?.cycle === cycle ? new CycleBuilder(ledger, reader, found).view() : readCycle(ledger, stream, cycle)
  }
}

function noCycle(stream: string, wanted: number | undefined, last: number): ControllerError {
  const name = controllerName(stream)
  const known = last === 0 ? 'It has not run a cycle yet.' : `Its last one is ${last}.`
  return new ControllerError(
    'CYCLE_UNKNOWN',
    wanted === undefined ? `${name} has no cycle. ${known}` : `${name} has no cycle ${wanted}. ${known}`,
  )
}

type TakenSnapshot = { cycle: number; snapshot_id: string; artifact: ArtifactRef }
type Attempt = Omit<EffectView, 'resolved'> & { long: readonly ArtifactRef[] }

/** Folds a controller's stream, and keeps the facts of one cycle. */
class CycleReader {
  readonly state
  found: CycleState | null = null
  previous: TakenSnapshot | null = null
  isResumed = false
  endedAt: string | null = null
  lastAt = ''
  compared: (Body<'plan.compared'> & { artifact: ArtifactRef | undefined }) | null = null
  earlierReport: RecordedReport | null = null
  readonly attempts: Attempt[] = []
  readonly modelCalls: PlanView['modelCalls'] = []
  readonly gaps: ArtifactRef[] = []
  readonly answers = new Map<string, NonNullable<PlanView['answer']>>()
  readonly resolutions = new Map<string, NonNullable<EffectView['resolved']>>()
  readonly #wanted: number | undefined
  #lastSnapshot: TakenSnapshot | null = null

  constructor(stream: string, wanted: number | undefined) {
    this.state = initialState(stream)
    this.#wanted = wanted
  }

  /** Folds the entries that were added since. */
  async catchUp(ledger: Source): Promise<void> {
    for await (const entry of ledger.read(this.state.stream, { start: this.state.seq + 1 })) this.#add(entry)
  }

  #add(entry: Entry): void {
    const fact = factOf(entry)
    const isHeld = fact !== null && 'hold' in fact.body && fact.body.hold === this.state.holder?.seq
    addEntry(this.state, entry)
    if (fact?.kind === 'effect.resolved' && this.state.effects.get(fact.body.idempotency_key)?.seq === entry.seq)
      this.resolutions.set(fact.body.idempotency_key, { ...pick(fact.body), at: entry.at })
    if (!isHeld) return
    if (fact.kind === 'cycle.started' && !fact.body.again) this.#start(fact.body.cycle)
    if (fact.kind === 'snapshot.taken') this.#snapshot(fact.body, entry)
    if (fact.kind === 'plan.approved' || fact.kind === 'plan.rejected') {
      const { plan_id, by, cycle } = fact.body
      this.answers.set(plan_id, {
        kind: fact.kind === 'plan.approved' ? 'approved' : 'rejected',
        by,
        cycle,
        at: entry.at,
      })
    }
    if ('cycle' in fact.body && fact.body.cycle === this.found?.cycle) this.#keep(fact, entry)
  }

  #start(cycle: number): void {
    if (this.#wanted !== undefined && this.#wanted !== cycle) return
    this.found = this.state.cycles.at(-1) ?? null
    this.previous = this.#lastSnapshot
    for (const list of [this.attempts, this.modelCalls, this.gaps]) list.length = 0
    Object.assign(this, { isResumed: false, endedAt: null, compared: null, earlierReport: null })
  }

  #snapshot({ cycle, snapshot_id }: Body<'snapshot.taken'>, { artifacts: [artifact] }: Entry): void {
    if (artifact !== undefined) this.#lastSnapshot = { cycle, snapshot_id, artifact }
  }

  #keep(fact: Fact, { at, seq, artifacts }: Entry): void {
    this.lastAt = at
    switch (fact.kind) {
      case 'cycle.started':
        this.isResumed = fact.body.again
        return
      case 'model.called':
        this.modelCalls.push({ attempt: fact.body.attempt, model: fact.body.model, why: fact.body.why })
        return
      case 'plan.compared':
        this.compared = { ...fact.body, artifact: artifacts[0] }
        return
      case 'effect.intended': {
        const { effect_ref, idempotency_key, attempt } = fact.body
        const open = { outcome: null, how: null, why: null, response: null, output: {}, long: [] }
        this.attempts.push({ effect_ref, idempotency_key, attempt, seq, at, ...open })
        return
      }
      case 'effect.ended': {
        const { outcome, how, why, response, output, idempotency_key } = fact.body
        const begun = this.attempts.findLast((one) => one.idempotency_key === idempotency_key)
        if (begun !== undefined) Object.assign(begun, { outcome, how, why, response, output, long: artifacts, seq })
        return
      }
      case 'cycle.ended':
        this.endedAt = at
        this.gaps.push(...artifacts)
        this.earlierReport = this.state.reports.get(this.found?.plan?.plan_id ?? '') ?? null
        return
      default:
        return
    }
  }
}

const pick = ({ outcome, reason }: Body<'effect.resolved'>) => ({ outcome, reason })

/** Reads the artifacts of a cycle, and puts the view together. */
class CycleBuilder {
  readonly #ledger: Source
  readonly #reader: CycleReader
  readonly #cycle: CycleState

  constructor(ledger: Source, reader: CycleReader, cycle: CycleState) {
    this.#ledger = ledger
    this.#reader = reader
    this.#cycle = cycle
  }

  async view(): Promise<CycleView> {
    const { state, isResumed, endedAt, compared } = this.#reader
    const { cycle, at, dryRun, end, code, why, bundle_hash, verdicts } = this.#cycle
    const snapshot = await this.#body('environment_snapshot', this.#cycle.snapshot?.artifact)
    return {
      controller: controllerName(state.stream),
      stream: state.stream,
      cycle,
      last: state.cycles.at(-1)?.cycle ?? cycle,
      at,
      endedAt,
      isDryRun: dryRun,
      isResumed,
      end,
      code,
      why,
      running: runnerOf(state),
      bundle_hash,
      snapshot: snapshot === null ? null : await this.#snapshot(snapshot),
      plan: await this.#plan(snapshot),
      compared:
        compared === null
          ? null
          : { plan_id: compared.plan_id, snapshot_id: compared.snapshot_id, with: compared.with },
      guard: verdicts.map(({ verdict: { effect_ref, allowed, reason }, by }) => ({ effect_ref, allowed, reason, by })),
      effects: await this.#effects(),
      report: await this.#report(),
      unresolved: unknownEffects(state).map(({ effect_ref, idempotency_key, why }) => ({
        effect_ref,
        idempotency_key,
        why,
      })),
      artifacts: this.#artifacts(),
    }
  }

  #artifacts(): CycleView['artifacts'] {
    const { gaps, compared } = this.#reader
    const found: { [Name in ArtifactName]: ArtifactRef | undefined } = {
      snapshot: this.#cycle.snapshot?.artifact,
      plan: this.#cycle.plan?.artifact ?? compared?.artifact,
      report: this.#recordedReport()?.artifact,
      gap_map: gaps.find(({ name }) => name === 'gap_map.json'),
      backlog: gaps.find(({ name }) => name === 'backlog.json'),
      bundle: this.#cycle.bundle ?? undefined,
    }
    return Object.fromEntries(Object.entries(found).filter(([, ref]) => ref !== undefined))
  }

  async #snapshot({ snapshot_id, timestamp, environment, constraints }: EnvSnapshot): Promise<SnapshotView> {
    const { previous } = this.#reader
    const before = await this.#body('environment_snapshot', previous?.artifact)
    const whole = (one: Pick<EnvSnapshot, 'environment' | 'constraints'>): JsonObject => ({
      ...one.environment,
      ...(one.constraints.length > 0 && { constraints: one.constraints }),
    })
    return {
      snapshot_id,
      timestamp,
      previous: previous === null ? null : { cycle: previous.cycle, snapshot_id: previous.snapshot_id },
      changes: changesBetween(before === null ? undefined : whole(before), whole({ environment, constraints })),
    }
  }

  async #plan(snapshot: EnvSnapshot | null): Promise<PlanView | null> {
    const { compared, modelCalls, answers } = this.#reader
    const plan = await this.#body('proposed_change_plan', this.#cycle.plan?.artifact ?? compared?.artifact)
    if (plan === null) return null
    const { plan_id, summary, llm_metadata, decisions } = plan
    const before = await this.#statesBefore(snapshot)
    return {
      plan_id,
      isReused: this.#cycle.isPlanReused,
      summary,
      model: llm_metadata.model,
      modelCalls: [...modelCalls],
      decisions: decisions.map((one) => this.#decision(one, before)),
      answer: answers.get(plan_id) ?? null,
    }
  }

  #decision(
    { effect_ref, target_state, idempotency_key, reasoning_trace }: Decision,
    before: (effect_ref: string) => Json | undefined,
  ): DecisionView {
    const found = before(effect_ref)
    return {
      effect_ref,
      idempotency_key,
      target_state: target_state as JsonObject,
      reasoning_trace: reasoning_trace ?? null,
      changes: changesBetween(
        found === undefined ? undefined : narrow(found, target_state as Json),
        target_state as Json,
      ),
      denied: null,
      outcome: this.#reader.state.effects.get(idempotency_key)?.outcome ?? null,
    }
  }

  /** The state of each target in the snapshot, as far as the built-in decide agent says where to find it. */
  async #statesBefore(snapshot: EnvSnapshot | null): Promise<(effect_ref: string) => Json | undefined> {
    const source = this.#cycle.bundle === null ? null : await readJson(this.#ledger, this.#cycle.bundle)
    const parsed = source === null ? null : parseBundle(Buffer.from(canonical(source)))
    const config = parsed?.ok === true ? stepFor(parsed.bundle, 'decide').agent.runtime.config : {}
    const desired = desiredSchema.safeParse(config).data?.desired ?? []
    return (effect_ref) => {
      const path = desired.find((one) => one.effect_ref === effect_ref)?.observed
      return path === undefined || snapshot === null ? undefined : valueAt(snapshot.environment, path)
    }
  }

  async #effects(): Promise<EffectView[]> {
    const views: EffectView[] = []
    for (const { long, ...attempt } of this.#reader.attempts) {
      const output = { ...attempt.output }
      for (const ref of long) output[ref.name] = (await readText(this.#ledger, ref)).slice(-MAX_OUTPUT_CHARS)
      const isLast =
        this.#reader.attempts.findLast((one) => one.idempotency_key === attempt.idempotency_key)?.seq === attempt.seq
      const resolved = isLast ? (this.#reader.resolutions.get(attempt.idempotency_key) ?? null) : null
      views.push({ ...attempt, output, resolved })
    }
    return views
  }

  /** The cycle's report; for an idle cycle, the report that still holds. */
  #recordedReport(): RecordedReport | null {
    return this.#cycle.report ?? (this.#cycle.end === 'idle' ? this.#reader.earlierReport : null)
  }

  async #report(): Promise<ReportView | null> {
    const recorded = this.#recordedReport()
    const report = await this.#body('execution_report', recorded?.artifact)
    if (report === null) return null
    const { report_id, status, execution_hash, errors } = report
    return { report_id, status, execution_hash, errors, isEarlier: this.#cycle.report === null }
  }

  async #body<Type extends 'environment_snapshot' | 'proposed_change_plan' | 'execution_report'>(
    _type: Type,
    ref: ArtifactRef | undefined,
  ): Promise<BodyOf<Type> | null> {
    if (ref === undefined) return null
    const document = (await readJson(this.#ledger, ref)) as { body: Json }
    return document.body as BodyOf<Type>
  }
}

/** Tail, not head: programs print their conclusion last. */
const MAX_OUTPUT_CHARS = 8 << 10
