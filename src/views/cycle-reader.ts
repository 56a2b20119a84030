import type { Ledger } from '../controller/drivers/record.ts'
import { type Body, type Fact, factOf } from '../controller/facts.ts'
import { addEntry, type CycleState, initialState, type RecordedReport } from '../controller/state.ts'
import type { ArtifactRef, Entry } from '../ledger/kinds.ts'
import type { EffectView, PlanView } from './cycle-view.ts'

export type Source = Pick<Ledger, 'read' | 'getArtifact'>

export type TakenSnapshot = { cycle: number; snapshot_id: string; artifact: ArtifactRef }
export type Attempt = Omit<EffectView, 'resolved'> & { long: readonly ArtifactRef[] }

/** Folds a controller's stream, and keeps the facts of one cycle. */
export class CycleReader {
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
