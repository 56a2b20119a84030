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
import { factOf } from '../facts.ts'
import { judgeEffect, judgeOutput } from '../guard.ts'
import { parseBundle } from '../parse.ts'
import { PLAN_REF, SNAPSHOT_REF } from '../refs.ts'
import { reportOf } from '../report.ts'
import { addEntry, type ControllerState, type CycleState, initialState, unresolvedRefs } from '../state.ts'
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
  const cycles: ReplayedCycle[] = []
  for await (const entry of ledger.read(stream)) await replay.add(entry, cycles)
  replay.leave(cycles)
  if (replay.isEmpty) throw new ControllerError('CONTROLLER_UNKNOWN', `There is no controller ${stream}.`)
  const found = only === undefined ? cycles : cycles.filter(({ cycle }) => cycle === only)
  if (only !== undefined && found.length === 0)
    throw new ControllerError('CYCLE_UNKNOWN', `${stream} has no cycle ${only}.`)
  return found
}

class Replay {
  isEmpty = true
  readonly #ledger: Source
  readonly #state: ControllerState
  #differences: string[] = []
  #bundle: Bundle | null = null
  #snapshot: EnvSnapshot | null = null
  #plan: ProposedChangePlan | null = null
  #replayed: string | null = null

  constructor(ledger: Source, stream: string) {
    this.#ledger = ledger
    this.#state = initialState(stream)
  }

  async add(entry: Entry, cycles: ReplayedCycle[]): Promise<void> {
    this.isEmpty = false
    const fact = factOf(entry)
    const isNew = fact?.kind === 'cycle.started' && !fact.body.again
    if (isNew) this.leave(cycles)
    const isOurs = fact !== null && 'hold' in fact.body && fact.body.hold === this.#state.holder?.seq
    if (isOurs) await this.#check(fact, entry)
    addEntry(this.#state, entry)
  }

  /** Adds the cycle that ends here to the list. */
  leave(cycles: ReplayedCycle[]): void {
    const cycle = this.#state.cycles.at(-1)
    if (cycle === undefined || cycles.at(-1)?.cycle === cycle.cycle) return
    cycles.push({
      cycle: cycle.cycle,
      end: cycle.end,
      recorded: cycle.report?.execution_hash ?? null,
      replayed: this.#replayed,
      status: cycle.report?.status ?? null,
      differences: this.#differences,
    })
    this.#differences = []
    this.#snapshot = null
    this.#plan = null
    this.#replayed = null
  }

  /** Checks an entry against the state before it. */
  async #check(fact: NonNullable<ReturnType<typeof factOf>>, { artifacts: [artifact] }: Entry): Promise<void> {
    switch (fact.kind) {
      case 'cycle.started':
        if (artifact !== undefined) await this.#readBundle(artifact, fact.body.bundle_hash)
        return
      case 'snapshot.taken':
        this.#snapshot = await this.#open('environment_snapshot', artifact)
        this.#same('snapshot_id', fact.body.snapshot_id, this.#snapshot?.snapshot_id)
        return
      case 'plan.proposed':
        this.#plan = await this.#open('proposed_change_plan', artifact)
        this.#same('plan_id', fact.body.plan_id, this.#plan?.plan_id)
        this.#same("the plan's snapshot_id", this.#plan?.snapshot_id, this.#snapshot?.snapshot_id)
        return
      case 'effect.judged':
        if (fact.body.by === 'guard') this.#judge(fact.body.decision)
        return
      case 'report.written':
        await this.#report(artifact, fact.body.execution_hash)
        return
      default:
        return
    }
  }

  async #readBundle(artifact: ArtifactRef, bundle_hash: string): Promise<void> {
    const source = await this.#read(artifact)
    if (source === undefined) return
    const parsed = parseBundle(Buffer.from(canonical(source)))
    this.#bundle = parsed.ok ? parsed.bundle : null
    if (!parsed.ok) this.#differences.push(`bundle: ${parsed.findings[0]?.message}`)
    this.#same('bundle_hash', bundle_hash, this.#bundle?.bundle_hash)
  }

  /** Reads an artifact, and notes every id or hash in it that its content does not imply. */
  async #open<Type extends ArtifactType>(type: Type, artifact: ArtifactRef | undefined): Promise<BodyOf<Type> | null> {
    const name = FILE_NAMES[type]
    if (artifact === undefined) {
      this.#differences.push(`${name}: missing`)
      return null
    }
    const document = await this.#read(artifact)
    if (document === undefined) return null
    const checked = checkArtifact(document)
    if (checked.ok && checked.artifact.envelope.artifact_type === type) return checked.artifact.body as BodyOf<Type>
    if (checked.ok) this.#differences.push(`${name}: is a ${checked.artifact.envelope.artifact_type}`)
    else
      this.#differences.push(
        ...checked.problems.map((problem) => `${name}: ${problem}`),
        ...checked.findings.map(
          ({ path, found, expected }) => `${name}: ${path} is ${found}, but should be ${expected}`,
        ),
      )
    return null
  }

  /** Notes an artifact that is missing or was altered, and goes on. */
  async #read(artifact: ArtifactRef): Promise<Json | undefined> {
    try {
      return await readJson(this.#ledger, artifact)
    } catch (error) {
      this.#differences.push(`${artifact.name}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  #judge(recorded: { effect_ref: string; idempotency_key?: string | undefined }): void {
    const bundle = this.#bundle
    if (bundle === null) return
    const { effect_ref } = recorded
    const isOutput = effect_ref === SNAPSHOT_REF || effect_ref === PLAN_REF
    if (!isOutput && this.#plan === null) return
    const verdict = isOutput
      ? judgeOutput(bundle, effect_ref)
      : judgeEffect(
          bundle,
          this.#plan as ProposedChangePlan,
          effect_ref,
          unresolvedRefs(this.#state, recorded.idempotency_key ?? ''),
        )
    this.#same(`the verdict on ${effect_ref}`, canonical(recorded as Json), canonical(verdict as Json))
  }

  async #report(artifact: ArtifactRef | undefined, execution_hash: string): Promise<void> {
    const report: ExecutionReport | null = await this.#open('execution_report', artifact)
    const cycle = this.#state.cycles.at(-1) as CycleState
    const replayed = reportOf(accountOf(this.#state, cycle, this.#plan, this.#snapshot, null))
    this.#replayed = replayed.execution_hash
    this.#same('execution_hash', execution_hash, replayed.execution_hash)
    if (report === null) return
    for (const field of ['report_id', 'status', 'artifact_refs', 'policy_decisions'] as const)
      this.#same(`the report's ${field}`, canonical(report[field] as Json), canonical(replayed[field] as Json))
  }

  #same(what: string, recorded: string | undefined, computed: string | undefined): void {
    if (recorded !== computed) this.#differences.push(`${what}: recorded ${recorded}, computed ${computed}`)
  }
}
