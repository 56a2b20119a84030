import { canonical } from '../../ledger/canonical.ts'
import type { ArtifactRef, Entry, Json } from '../../ledger/kinds.ts'
import { accountOf } from '../account.ts'
import {
  type ArtifactType,
  type BodyOf,
  type EnvSnapshot,
  type ExecutionReport,
  FILE_NAMES,
  type ProposedChangePlan,
} from '../artifacts.ts'
import type { Bundle } from '../bundle.ts'
import { checkArtifact } from '../check-artifact.ts'
import { ControllerError } from '../errors.ts'
import { type Body, factOf } from '../facts.ts'
import { judgeEffect, judgeOutput } from '../guard.ts'
import { parseBundle } from '../parse.ts'
import { PLAN_REF, SNAPSHOT_REF } from '../refs.ts'
import { repeatedBy } from '../repeated.ts'
import { reportOf } from '../report.ts'
import { addEntry, type ControllerState, initialState } from '../state.ts'
import { type Ledger, readJson } from './record.ts'

/** A cycle, computed again from its entries alone. */
export type ReplayedCycle = {
  cycle: number
  end: string | null
  /** Null if the cycle wrote no report. */
  recorded: string | null
  replayed: string | null
  status: string | null
  /** Empty if every id, hash and verdict is what its inputs imply. */
  differences: string[]
}

type Source = Pick<Ledger, 'read' | 'getArtifact'>

/**
 * Replays a controller: verifies each artifact, judges each effect again and writes each report again. Calls no model, no
 * sensor and no driver: everything comes from the ledger. `only` limits the result to one cycle.
 */
export async function replayController(ledger: Source, stream: string, only?: number): Promise<ReplayedCycle[]> {
  const replay = new Replay(ledger, stream)
  for await (const entry of ledger.read(stream)) await replay.add(entry)
  if (replay.isEmpty) throw new ControllerError('CONTROLLER_UNKNOWN', `There is no controller ${stream}.`)
  const cycles = replay.cycles()
  const found = only === undefined ? cycles : cycles.filter(({ cycle }) => cycle === only)
  if (only !== undefined && found.length === 0)
    throw new ControllerError('CYCLE_UNKNOWN', `${stream} has no cycle ${only}.`)
  return found
}

/** A cycle while it is replayed. Others may come between its parts: a dry run, while it waits to be finished. */
type Replaying = ReplayedCycle & {
  bundle: Bundle | null
  snapshot: EnvSnapshot | null
  plan: ProposedChangePlan | null
}

class Replay {
  isEmpty = true
  readonly #ledger: Source
  readonly #state: ControllerState
  readonly #cycles = new Map<number, Replaying>()

  constructor(ledger: Source, stream: string) {
    this.#ledger = ledger
    this.#state = initialState(stream)
  }

  cycles(): ReplayedCycle[] {
    return [...this.#cycles.values()].map(({ bundle: _, snapshot: __, plan: ___, ...cycle }) => cycle)
  }

  async add(entry: Entry): Promise<void> {
    this.isEmpty = false
    const fact = factOf(entry)
    const isOurs = fact !== null && 'hold' in fact.body && fact.body.hold === this.#state.holder?.seq
    if (isOurs && 'cycle' in fact.body) await this.#check(this.#cycle(fact.body.cycle), fact, entry)
    addEntry(this.#state, entry)
  }

  #cycle(cycle: number): Replaying {
    const known = this.#cycles.get(cycle)
    if (known !== undefined) return known
    const created = {
      ...{ cycle, end: null, recorded: null, replayed: null, status: null, differences: [] },
      ...{ bundle: null, snapshot: null, plan: null },
    }
    this.#cycles.set(cycle, created)
    return created
  }

  /** Checks an entry against the state before it. */
  async #check(
    cycle: Replaying,
    fact: NonNullable<ReturnType<typeof factOf>>,
    { artifacts: [artifact] }: Entry,
  ): Promise<void> {
    switch (fact.kind) {
      case 'cycle.started':
        if (artifact !== undefined) await this.#readBundle(cycle, artifact, fact.body.bundle_hash)
        return
      case 'snapshot.taken':
        cycle.snapshot = await this.#open(cycle, 'environment_snapshot', artifact)
        same(cycle, 'snapshot_id', fact.body.snapshot_id, cycle.snapshot?.snapshot_id)
        return
      case 'plan.proposed':
        cycle.plan = await this.#open(cycle, 'proposed_change_plan', artifact)
        same(cycle, 'plan_id', fact.body.plan_id, cycle.plan?.plan_id)
        same(cycle, "the plan's snapshot_id", cycle.plan?.snapshot_id, cycle.snapshot?.snapshot_id)
        return
      case 'effect.judged':
        if (fact.body.by === 'guard') judgeAgain(cycle, fact.body)
        return
      case 'effect.intended': {
        const repeated = repeatedBy(this.#state, fact.body)
        if (repeated !== null) cycle.differences.push(repeated)
        return
      }
      case 'report.written':
        cycle.recorded = fact.body.execution_hash
        cycle.status = fact.body.status
        await this.#report(cycle, artifact)
        return
      case 'cycle.ended':
        cycle.end = fact.body.end
        return
      default:
        return
    }
  }

  async #readBundle(cycle: Replaying, artifact: ArtifactRef, bundle_hash: string): Promise<void> {
    const source = await this.#read(cycle, artifact)
    if (source === undefined) return
    const parsed = parseBundle(Buffer.from(canonical(source)))
    cycle.bundle = parsed.ok ? parsed.bundle : null
    if (!parsed.ok) cycle.differences.push(`bundle: ${parsed.findings[0]?.message}`)
    same(cycle, 'bundle_hash', bundle_hash, cycle.bundle?.bundle_hash)
  }

  /** Reads an artifact, and notes every id or hash in it that its content does not imply. */
  async #open<Type extends ArtifactType>(
    cycle: Replaying,
    type: Type,
    artifact: ArtifactRef | undefined,
  ): Promise<BodyOf<Type> | null> {
    const name = FILE_NAMES[type]
    if (artifact === undefined) {
      cycle.differences.push(`${name}: missing`)
      return null
    }
    const document = await this.#read(cycle, artifact)
    if (document === undefined) return null
    const checked = checkArtifact(document)
    if (checked.ok && checked.artifact.envelope.artifact_type === type) return checked.artifact.body as BodyOf<Type>
    if (checked.ok) cycle.differences.push(`${name}: is a ${checked.artifact.envelope.artifact_type}`)
    else
      cycle.differences.push(
        ...checked.problems.map((problem) => `${name}: ${problem}`),
        ...checked.findings.map(
          ({ path, found, expected }) => `${name}: ${path} is ${found}, but should be ${expected}`,
        ),
      )
    return null
  }

  /** Notes an artifact that is missing or was altered, and goes on. */
  async #read(cycle: Replaying, artifact: ArtifactRef): Promise<Json | undefined> {
    try {
      return await readJson(this.#ledger, artifact)
    } catch (error) {
      cycle.differences.push(`${artifact.name}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  async #report(cycle: Replaying, artifact: ArtifactRef | undefined): Promise<void> {
    const report: ExecutionReport | null = await this.#open(cycle, 'execution_report', artifact)
    const state = this.#state.cycles.findLast((one) => one.cycle === cycle.cycle)
    if (state === undefined) return
    const replayed = reportOf(accountOf(this.#state, state, cycle.plan, cycle.snapshot, null))
    cycle.replayed = replayed.execution_hash
    same(cycle, 'execution_hash', cycle.recorded ?? undefined, replayed.execution_hash)
    if (report === null) return
    for (const field of ['report_id', 'status', 'artifact_refs', 'policy_decisions'] as const)
      same(cycle, `the report's ${field}`, canonical(report[field] as Json), canonical(replayed[field] as Json))
  }
}

/** Judges an effect or output again, with the bundle and the plan of that time. */
function judgeAgain({ bundle, plan, ...cycle }: Replaying, { decision, unresolved }: Body<'effect.judged'>): void {
  const { effect_ref } = decision
  const isOutput = effect_ref === SNAPSHOT_REF || effect_ref === PLAN_REF
  if (bundle === null || (plan === null && !isOutput)) return
  const verdict =
    isOutput || plan === null
      ? judgeOutput(bundle, effect_ref)
      : judgeEffect(bundle, plan, effect_ref, new Set(unresolved ? [effect_ref] : []))
  same(cycle, `the verdict on ${effect_ref}`, canonical(decision as Json), canonical(verdict as Json))
}

function same(
  { differences }: Pick<ReplayedCycle, 'differences'>,
  what: string,
  recorded: string | undefined,
  computed: string | undefined,
): void {
  if (recorded !== computed) differences.push(`${what}: recorded ${recorded}, computed ${computed}`)
}
