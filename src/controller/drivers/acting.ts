import type { ArtifactRef, Draft } from '../../ledger/kinds.ts'
import type { Decision, EnvSnapshot, PolicyDecision, ProposedChangePlan } from '../artifacts.ts'
import { deniedBecause, effectFor, judgeEffect } from '../guard.ts'
import { unresolvedRefs } from '../state.ts'
import { type Attempt, attempt, probe } from './attempt.ts'
import { requireHeld } from './hold.ts'
import { limited } from './limit.ts'
import { means } from './means.ts'
import type { Notes } from './notes.ts'
import type { CycleWorld, PlanView, PreviewedChange } from './world.ts'

/** How carrying out a plan ended. `pending` facts are not recorded yet. */
type CarriedOut = { stopped: string | null; pending: Draft[] }

/**
 * Carries out the effects of a plan in order. Each is judged, then recorded as intended, then attempted; the outcome is
 * recorded together with the next intent, so an effect costs one append. A denial, a failure or an unknown outcome ends
 * the plan, and so does `signal`, after the effect in hand.
 */
export async function carryOut(
  world: CycleWorld,
  notes: Notes,
  plan: ProposedChangePlan,
  signal: AbortSignal | undefined,
): Promise<CarriedOut> {
  const acting = new Acting(world, notes, plan)
  for (const [i, decision] of plan.decisions.entries()) {
    if (signal?.aborted === true) return { stopped: 'stopped before the next effect', pending: acting.pending }
    world.watch({
      kind: 'effect',
      cycle: notes.cycle,
      effect_ref: decision.effect_ref,
      done: i,
      of: plan.decisions.length,
    })
    if (!(await acting.settle(decision))) break
  }
  return { stopped: null, pending: acting.pending }
}

class Acting {
  pending: Draft[] = []
  readonly #world: CycleWorld
  readonly #notes: Notes
  readonly #plan: ProposedChangePlan

  constructor(world: CycleWorld, notes: Notes, plan: ProposedChangePlan) {
    this.#world = world
    this.#notes = notes
    this.#plan = plan
  }

  /** Brings one effect to its outcome. Returns false if the plan must end here. */
  async settle(decision: Decision): Promise<boolean> {
    const { record } = this.#world
    const known = record.state.effects.get(decision.idempotency_key)
    if (known?.isOpen === true) await this.#findOut(decision)
    const outcome = record.state.effects.get(decision.idempotency_key)?.outcome
    const mayRun = outcome !== 'done' && outcome !== 'unknown'
    const { verdict, facts, by } = await this.#judge(decision, mayRun)
    this.pending.push(...facts, this.#notes.judged(verdict, by))
    if (!verdict.allowed || outcome === 'unknown') return false
    return outcome === 'done' || this.#attempt(decision)
  }

  /** A crash left an intent without an outcome: only the driver's probe can tell, and it must not be tried blindly. */
  async #findOut(decision: Decision): Promise<void> {
    const { bundle, record } = this.#world
    const found = effectFor(bundle, decision.effect_ref) === null ? 'unknown' : await this.#probe(decision)
    const why = found === 'done' ? null : found === 'unknown' ? UNKNOWN_AFTER_CRASH : NOT_DONE_AFTER_CRASH
    const how = 'probed'
    await record.append([this.#ended(decision, { outcome: found, how, why, response: {}, output: {} }, [])])
  }

  async #probe(decision: Decision): Promise<Attempt['outcome']> {
    try {
      const { driver, request, timeoutMs } = means(this.#world, decision)
      return await probe(driver, request, timeoutMs)
    } catch {
      // A bundle that no longer fits its drivers cannot tell.
      return 'unknown'
    }
  }

  /** The guard's verdict, then that of dispatch checks, unless the effect will not run anyway. */
  async #judge(decision: Decision, mayRun: boolean) {
    const { bundle, record } = this.#world
    const { effect_ref, idempotency_key } = decision
    const verdict = judgeEffect(bundle, this.#plan, effect_ref, unresolvedRefs(record.state, idempotency_key))
    if (!verdict.allowed || !mayRun) return { verdict, facts: [], by: 'guard' as const }
    return checked(this.#world, decision, verdict)
  }

  /** Attempts an effect; again if it certainly did not happen and is declared idempotent. An unknown outcome spends the key. */
  async #attempt(decision: Decision): Promise<boolean> {
    const { record } = this.#world
    const found = means(this.#world, decision)
    const { effect_ref, idempotency_key } = decision
    for (let n = 1; ; n++) {
      const attempts = (record.state.effects.get(idempotency_key)?.attempts ?? 0) + 1
      const intent = this.#notes.note('effect.intended', { effect_ref, idempotency_key, attempt: attempts })
      await record.append([...this.pending.splice(0), intent])
      requireHeld(this.#world)
      const result = await attempt(found)
      const artifacts = await this.#longOutputs(result)
      this.pending.push(this.#ended(decision, result, artifacts))
      if (result.outcome === 'done') return true
      if (result.outcome === 'unknown' || n >= found.maxAttempts) return false
    }
  }

  #ended({ effect_ref, idempotency_key }: Decision, result: Attempt, artifacts: ArtifactRef[]): Draft {
    const { outcome, how, why, response } = result
    const output = Object.fromEntries(Object.entries(result.output).filter(([, text]) => isShort(text)))
    return this.#notes.note(
      'effect.ended',
      { effect_ref, idempotency_key, outcome, how, why, response, output },
      artifacts,
    )
  }

  async #longOutputs({ output }: Attempt): Promise<ArtifactRef[]> {
    const refs: ArtifactRef[] = []
    for (const [name, text] of Object.entries(output))
      if (!isShort(text)) refs.push(await this.#world.record.putText(name, text))
    return refs
  }
}

const MAX_INLINE_CHARS = 4 << 10
const isShort = (text: string): boolean => text.length <= MAX_INLINE_CHARS

const UNKNOWN_AFTER_CRASH = 'The process died during the attempt, and no probe can tell whether it took effect.'
const NOT_DONE_AFTER_CRASH = 'The process died during the attempt; a probe finds the target unchanged.'

/** Dispatch checks and protection, as for any other call. Without a check, the guard's verdict stands. */
async function checked(world: CycleWorld, decision: Decision, verdict: PolicyDecision) {
  const { check, surroundings } = world
  if (check === null) return { verdict, facts: [], by: 'guard' as const }
  const { driver, request } = means(world, decision)
  const calls = driver.callsOf(request)
  const { effect_ref } = decision
  const { denied, facts } = await check(
    calls.length === 0 ? [{ kind: 'other', ref: effect_ref }] : calls,
    surroundings.cwd,
  )
  if (denied === null) return { verdict, facts, by: 'guard' as const }
  return { verdict: deniedBecause(verdict, 'CHECK_DENIED', denied), facts, by: 'check' as const }
}

/** Shows what a plan would change, against the state as it is now. Changes nothing. */
export async function previewOf(
  world: CycleWorld,
  plan: ProposedChangePlan,
  snapshot: EnvSnapshot | null,
): Promise<PlanView> {
  if (snapshot === null) throw new Error('A plan is shown with its snapshot.')
  const changes: PreviewedChange[] = []
  for (const decision of plan.decisions) changes.push(await previewed(world, plan, decision))
  return { plan, snapshot, changes }
}

async function previewed(world: CycleWorld, plan: ProposedChangePlan, decision: Decision): Promise<PreviewedChange> {
  const { bundle, record } = world
  const { effect_ref, idempotency_key } = decision
  const guarded = judgeEffect(bundle, plan, effect_ref, unresolvedRefs(record.state, idempotency_key))
  if (!guarded.allowed) return { decision, verdict: guarded, preview: null }
  const { verdict } = await checked(world, decision, guarded)
  const { driver, request, timeoutMs } = means(world, decision)
  const shown = await limited(timeoutMs, (signal) => driver.preview(request, signal))
  return { decision, verdict, preview: shown.ok ? shown.value : null }
}
