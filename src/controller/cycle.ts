import type { ArtifactRef, Draft } from '../ledger/kinds.ts'
import type { Decision, EnvSnapshot, ExecutionReport, PolicyDecision, ProposedChangePlan } from './artifacts.ts'
import { type Bundle, stepFor } from './bundle.ts'
import { carryOut, settleOpen } from './drivers/acting.ts'
import type { AgentContext } from './drivers/agents.ts'
import { checkedSensors } from './drivers/checked-sensors.ts'
import { decideContext } from './drivers/decide-context.ts'
import { proposePlan } from './drivers/deciding.ts'
import { requireHeld } from './drivers/hold.ts'
import { limited } from './drivers/limit.ts'
import { planMeans } from './drivers/means.ts'
import { Notes } from './drivers/notes.ts'
import { snapshotIn, takeSnapshot } from './drivers/observing.ts'
import { previewOf } from './drivers/previewing.ts'
import { messageOf } from './drivers/reason.ts'
import { planIn, writeReport } from './drivers/reporting.ts'
import type { CycleWorld, PlanView } from './drivers/world.ts'
import { ControllerError } from './errors.ts'
import type { CycleEnd } from './facts.ts'
import { judgeEffect, judgeOutput } from './guard.ts'
import { decidedBy } from './plan.ts'
import { isResource, matchesAny, PLAN_REF, SNAPSHOT_REF } from './refs.ts'
import { approvalKey, type ControllerState, type CycleState, interrupted, planKey, unresolvedRefs } from './state.ts'

/** One cycle: observe → decide → act. Every step is guarded before it runs and recorded before the next one starts. */

export type CycleOptions = {
  /** Stops the cycle: at once while it observes or decides, and after the effect in hand while it acts. */
  signal?: AbortSignal
  /** Observes, decides and judges, but changes nothing. */
  dryRun?: boolean
  /** Carries out only the plan with this id; another one waits for approval, even if the policy approves it. */
  only?: string
}

export type CycleResult = {
  cycle: number
  end: CycleEnd
  /** True if a crash had interrupted this cycle. */
  isResumed: boolean
  snapshot: EnvSnapshot | null
  plan: ProposedChangePlan | null
  /** True if the plan was made in an earlier cycle: the snapshot had not changed. */
  isPlanReused: boolean
  report: ExecutionReport | null
  /** In a dry run, and if the plan waits for approval. */
  view: PlanView | null
  code: string | null
  why: string | null
}

/** Runs the next cycle, or finishes the one that a crash interrupted. */
export async function runCycle(world: CycleWorld, options: CycleOptions = {}): Promise<CycleResult> {
  const { record } = world
  await record.catchUp()
  requireHeld(world)
  const open = interrupted(record.state)
  const cycle = (record.state.cycles.at(-1)?.cycle ?? 0) + 1
  if (open !== null && options.dryRun !== true) return new Cycle(world, open.cycle, options).finish(open)
  return new Cycle(world, cycle, options).run()
}

const MEANS_CHANGED = 'the drivers, their settings or the folder have changed since, so the rest was not attempted'

/** The end of a cycle before its time. */
class Ended extends Error {
  readonly end: CycleEnd
  readonly code: string | null

  readonly isRecorded: boolean

  constructor(end: CycleEnd, code: string | null, why: string, record: 'recorded' | 'not recorded' = 'not recorded') {
    super(why)
    this.end = end
    this.code = code
    this.isRecorded = record === 'recorded'
  }
}

class Cycle {
  readonly #world: CycleWorld
  readonly #notes: Notes
  readonly #options: CycleOptions
  readonly #result: CycleResult
  /** True if an earlier cycle proposed this plan with the same means. */
  #wasShown = false

  constructor(world: CycleWorld, cycle: number, options: CycleOptions) {
    this.#world = world
    this.#notes = new Notes(world, cycle)
    this.#options = options
    this.#result = {
      cycle,
      end: 'error',
      isResumed: false,
      snapshot: null,
      plan: null,
      isPlanReused: false,
      report: null,
      view: null,
      code: null,
      why: null,
    }
  }

  async run(): Promise<CycleResult> {
    const isDry = this.#options.dryRun === true
    return this.#ending(async () => {
      const started = await this.#notes.started(isDry, false)
      const { snapshot, artifact } = await this.#observe(started)
      const plan = await this.#decide(snapshot, artifact)
      this.#requireWanted(plan)
      return isDry ? this.#rehearse(plan, snapshot) : this.#act(plan, snapshot)
    })
  }

  /** Finishes an interrupted cycle: its plan is carried out to the end, without observing and deciding again. */
  async finish({ snapshot, plan, isPlanReused }: CycleState): Promise<CycleResult> {
    const { record } = this.#world
    return this.#ending(async () => {
      if (snapshot === null || plan === null) throw new Error('An interrupted cycle has a snapshot and a plan.')
      this.#world.watch({ kind: 'resuming', cycle: this.#result.cycle, plan_id: plan.plan_id })
      await record.append([await this.#notes.started(false, true)])
      const found = await planIn(record, plan.artifact)
      const taken = await snapshotIn(record, snapshot.artifact)
      this.#result.isResumed = true
      this.#result.snapshot = taken
      this.#result.plan = found
      this.#result.isPlanReused = isPlanReused
      await settleOpen(this.#world, this.#notes, found)
      const means = record.state.means.get(found.plan_id)
      if (means !== planMeans(this.#world, found)) return this.#report(found, MEANS_CHANGED)
      return this.#act(found, taken)
    })
  }

  /** Turns the end of the work into a result, and records it. What the ledger itself throws is not caught. */
  async #ending(work: () => Promise<CycleEnd>): Promise<CycleResult> {
    try {
      this.#result.end = await work()
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      this.#result.end = error.end
      this.#result.code = error.code
      this.#result.why = error.message
      if (!error.isRecorded)
        await this.#world.record.append(
          await this.#notes.ended(error.end, error.code, error.message, this.#result.plan),
        )
    }
    return this.#result
  }

  /** Judges an output before its step runs. A denial ends the cycle, with a report. */
  async #guard(target: string, before: readonly Draft[] = []): Promise<void> {
    const { record, bundle } = this.#world
    const decision = judgeOutput(bundle, target)
    await record.append([...before, this.#notes.judged(decision, 'guard')])
    if (!decision.allowed) await this.#denied(decision)
  }

  /** The report of a denied output ends the cycle. */
  async #denied({ effect_ref, reason }: PolicyDecision): Promise<never> {
    const end = await this.#report(this.#result.plan, null)
    throw new Ended(end, reason.split(':')[0] ?? null, `policy guard denied ${effect_ref}: ${reason}`, 'recorded')
  }

  async #observe(started: Draft): Promise<{ snapshot: EnvSnapshot; artifact: ArtifactRef }> {
    const { record, bundle, watch } = this.#world
    await this.#guard(SNAPSHOT_REF, [started])
    watch({ kind: 'observing', cycle: this.#result.cycle })
    const evidence = this.#notes.collector('observe')
    const observed = await this.#look(evidence.add)
    const { snapshot, artifact } = await this.#own(() => takeSnapshot(record, bundle, observed))
    this.#result.snapshot = snapshot
    const { snapshot_id, data_hash } = snapshot
    await record.append([
      this.#notes.note('snapshot.taken', { snapshot_id, data_hash }, [artifact]),
      this.#notes.evidence('observe', 'builtin.observer.snapshot', { snapshot_id, data_hash }, [artifact]),
      ...evidence.drafts(),
    ])
    return { snapshot, artifact }
  }

  /** Asks the observe agent for the state. */
  #look(addEvidence: AgentContext['addEvidence'] = () => {}): Promise<unknown> {
    const { bundle, observe, surroundings } = this.#world
    const sensors = checkedSensors(this.#world)
    const { agent, step } = stepFor(bundle, 'observe')
    const { config } = agent.runtime
    return this.#step(step.timeoutSeconds, step.maxAttempts, (signal) =>
      observe.observe({ surroundings, signal, sensors, config, addEvidence }),
    )
  }

  /** Uses the plan that was made for this snapshot. Asks the decide agent only if there is none. */
  async #decide(snapshot: EnvSnapshot, snapshotArtifact: ArtifactRef): Promise<ProposedChangePlan> {
    const { record, bundle, watch } = this.#world
    await this.#guard(PLAN_REF)
    const decided_by = decidedBy(bundle, this.#world.decide.identity)
    const known = record.state.plans.get(planKey(snapshot.snapshot_id, decided_by))
    if (known !== undefined) {
      const plan = await planIn(record, known.artifact)
      const { plan_id, snapshot_id } = known
      this.#result.plan = plan
      this.#result.isPlanReused = true
      const means = this.#meansOf(plan)
      await record.append([
        this.#notes.note('plan.proposed', { plan_id, snapshot_id, decided_by, means, reused: true }, [known.artifact]),
      ])
      return plan
    }
    watch({ kind: 'deciding', cycle: this.#result.cycle })
    const { step } = stepFor(bundle, 'decide')
    const evidence = this.#notes.collector('decide')
    const proposed = await this.#step(step.timeoutSeconds, step.maxAttempts, (signal) =>
      this.#world.decide.decide(
        structuredClone(snapshot),
        decideContext(this.#world, this.#notes, snapshot, signal, evidence.add),
      ),
    )
    const { plan, artifact } = await this.#own(() => proposePlan(this.#world, snapshot, proposed))
    const { plan_id, snapshot_id, llm_metadata } = plan
    this.#result.plan = plan
    const { model, prompt_hash } = llm_metadata
    const means = this.#meansOf(plan)
    await record.append([
      this.#notes.note('plan.proposed', { plan_id, snapshot_id, decided_by, means, reused: false }, [artifact]),
      this.#notes.evidence('decide', 'builtin.decide.plan', { plan_id, model, prompt_hash }, [
        artifact,
        snapshotArtifact,
      ]),
      ...evidence.drafts(),
    ])
    return plan
  }

  /** The means of the plan now. Remembers whether the plan was shown with the same ones. */
  #meansOf(plan: ProposedChangePlan): string {
    const means = planMeans(this.#world, plan)
    this.#wasShown = this.#world.record.state.means.get(plan.plan_id) === means
    return means
  }

  async #act(plan: ProposedChangePlan, snapshot: EnvSnapshot): Promise<CycleEnd> {
    const consent = await this.#approval(plan, snapshot)
    if (consent === 'rejected') return this.#report(plan, null)
    if (consent === 'missing') return this.#report(plan, 'the rest of the plan needs approval')
    const { stopped, pending } = await carryOut(this.#world, this.#notes, plan, this.#options.signal)
    if (pending.length > 0) await this.#world.record.append(pending)
    return this.#report(plan, stopped)
  }

  #requireWanted({ plan_id }: ProposedChangePlan): void {
    const { only, dryRun } = this.#options
    if (only !== undefined && only !== plan_id && dryRun !== true)
      throw new Ended('awaiting-approval', null, `The plan for the present state is another one: ${plan_id}`)
  }

  /** Asks for approval where it is needed. Ends the cycle if the plan waits for it and nothing was attempted yet. */
  async #approval(plan: ProposedChangePlan, snapshot: EnvSnapshot): Promise<'given' | 'rejected' | 'missing'> {
    const { record, bundle, approve } = this.#world
    const { state } = record
    const { plan_id } = plan
    const means = planMeans(this.#world, plan)
    if (state.approved.has(approvalKey(plan_id, means)) && !state.rejected.has(plan_id)) return 'given'
    const [first] = unapproved(state, bundle, plan)
    if (first === undefined && !state.rejected.has(plan_id)) return 'given'
    const view = await previewOf(this.#world, plan, snapshot, this.#wasShown)
    this.#result.view = view
    const answer = await approve(view)
    if (answer.kind === 'approve') {
      await this.#requireUnchanged(snapshot)
      await record.append([this.#notes.note('plan.approved', { plan_id, means, by: answer.by }, [], 'user')])
      return 'given'
    }
    if (answer.kind === 'reject')
      await record.append([this.#notes.note('plan.rejected', { plan_id, by: answer.by }, [], 'user')])
    if (state.rejected.has(plan_id)) {
      const { effect_ref = '' } = first ?? plan.decisions[0] ?? {}
      await record.append([this.#notes.rejected(plan, effect_ref)])
      return 'rejected'
    }
    if (this.#result.isResumed) return 'missing'
    throw new Ended('awaiting-approval', null, `The plan needs approval: ${plan_id}`)
  }

  /** Ends the cycle if the state has changed while somebody decided about the plan: it would be another plan. */
  async #requireUnchanged({ snapshot_id }: EnvSnapshot): Promise<void> {
    if (this.#result.isResumed) return
    const { record, bundle } = this.#world
    const observed = await this.#look()
    const { snapshot } = await this.#own(() => takeSnapshot(record, bundle, observed))
    if (snapshot.snapshot_id !== snapshot_id)
      throw new Ended(
        'awaiting-approval',
        null,
        'The state changed while the plan was shown, so it was not carried out.',
      )
  }

  /** Judges every effect and shows what would change. */
  async #rehearse(plan: ProposedChangePlan, snapshot: EnvSnapshot): Promise<CycleEnd> {
    const view = await previewOf(this.#world, plan, snapshot, this.#wasShown)
    this.#result.view = view
    const drafts = view.changes.map(({ verdict, by, unresolved }) => this.#notes.judged(verdict, by, unresolved))
    if (drafts.length > 0) await this.#world.record.append(drafts)
    return this.#report(plan, null)
  }

  /** Writes the report, unless this plan's last report says the same and nothing was attempted since. */
  async #report(plan: ProposedChangePlan | null, stopped: string | null): Promise<CycleEnd> {
    const { watch } = this.#world
    watch({ kind: 'reporting', cycle: this.#result.cycle })
    const { report, end } = await writeReport(this.#world, this.#notes, this.#result, plan, stopped)
    this.#result.report = report
    return end
  }

  /** Runs an agent's step within its limits; tries again if it fails and the bundle permits that. */
  async #step<Value>(seconds: number, attempts: number, act: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const { signal } = this.#options
    for (let attempt = 1; ; attempt++) {
      this.#requireGoing()
      const result = await limited(seconds * 1000, act, signal)
      if (result.ok) return result.value
      this.#requireGoing()
      if (attempt >= attempts) throw new Ended('error', result.code ?? 'AGENT_FAILED', result.why)
    }
  }

  #requireGoing(): void {
    if (this.#options.signal?.aborted === true) throw new Ended('cancelled', null, 'The cycle was stopped.')
  }

  /** Errors of our own end the cycle; they are recorded. */
  async #own<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof ControllerError) throw new Ended('error', error.code, messageOf(error))
      throw error
    }
  }
}

/** The decisions that need a person's approval. Those after a denial are left out: they will not be attempted. */
function unapproved(state: ControllerState, bundle: Bundle, plan: ProposedChangePlan): Decision[] {
  const needed: Decision[] = []
  for (const decision of plan.decisions) {
    const { effect_ref, idempotency_key } = decision
    const outcome = state.effects.get(idempotency_key)?.outcome
    if (outcome === 'unknown' || !judgeEffect(bundle, plan, effect_ref, unresolvedRefs(state, idempotency_key)).allowed)
      break
    if (outcome !== 'done' && isResource(effect_ref) && !matchesAny(bundle.policy.approve, effect_ref))
      needed.push(decision)
  }
  return needed
}
