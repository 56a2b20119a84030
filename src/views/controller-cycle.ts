import type { BodyOf, Decision, EnvSnapshot } from '../controller/artifacts.ts'
import { stepFor } from '../controller/bundle.ts'
import { narrow } from '../controller/contains.ts'
import { desiredSchema, valueAt } from '../controller/desired.ts'
import { readJson, readText } from '../controller/drivers/record.ts'
import { ControllerError } from '../controller/errors.ts'
import { parseBundle } from '../controller/parse.ts'
import { type CycleState, type RecordedReport, unknownEffects } from '../controller/state.ts'
import { controllerName } from '../controller/stream.ts'
import { canonical } from '../ledger/canonical.ts'
import type { ArtifactRef, Json, JsonObject } from '../ledger/kinds.ts'
import { runnerOf } from './controllers.ts'
import { CycleReader, type Source } from './cycle-reader.ts'
import type {
  ArtifactName,
  CycleView,
  DecisionView,
  EffectView,
  PlanView,
  ReportView,
  SnapshotView,
} from './cycle-view.ts'
import { changesBetween } from './json-changes.ts'

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
