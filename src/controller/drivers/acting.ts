import type { ArtifactRef, Draft } from '../../ledger/kinds.ts'
import type { Decision, ProposedChangePlan } from '../artifacts.ts'
import { ControllerError } from '../errors.ts'
import { factOf } from '../facts.ts'
import { isResource, matchesAny } from '../refs.ts'
import { approvalKey, type EffectState, isSpent } from '../state.ts'
import { type Attempt, attempt, probe } from './attempt.ts'
import { requireHeld } from './hold.ts'
import { check, guard, permit } from './judging.ts'
import { means, meansHash, planMeans } from './means.ts'
import type { Notes } from './notes.ts'
import type { CycleWorld } from './world.ts'

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
  try {
    return { stopped: await goThrough(world, notes, plan, acting, signal), pending: acting.pending }
  } catch (error) {
    // What has happened must be on record, whatever failed afterwards.
    if (acting.pending.length > 0) await world.record.append(acting.pending)
    throw error
  }
}

async function goThrough(
  world: CycleWorld,
  notes: Notes,
  plan: ProposedChangePlan,
  acting: Acting,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  for (const [i, decision] of plan.decisions.entries()) {
    if (signal?.aborted === true) return 'stopped before the next effect'
    world.watch({
      kind: 'effect',
      cycle: notes.cycle,
      effect_ref: decision.effect_ref,
      done: i,
      of: plan.decisions.length,
    })
    const { goesOn, stopped } = await acting.settle(decision)
    if (!goesOn) return stopped
  }
  return null
}

/**
 * Finds out what became of intents that a crash left without an outcome. Nothing else may happen before: a plan that ends
 * early would leave them behind, and the next one would repeat them.
 */
export async function settleOpen(world: CycleWorld, notes: Notes, plan: ProposedChangePlan): Promise<void> {
  const acting = new Acting(world, notes, plan)
  for (const effect of world.record.state.effects.values()) if (effect.isOpen) await acting.findOut(effect)
}

const STOP = { goesOn: false, stopped: null }
const GO_ON = { goesOn: true, stopped: null }

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

  /** Brings one effect to its outcome. `goesOn` is false if the plan must end here; `stopped` says why, if no verdict does. */
  async settle(decision: Decision): Promise<{ goesOn: boolean; stopped: string | null }> {
    const { record } = this.#world
    // A person may have resolved an effect meanwhile.
    await record.catchUp()
    const effect = record.state.effects.get(decision.idempotency_key)
    const mayRun = !isSpent(effect)
    const guarded = guard(this.#world, this.#plan, decision)
    const { verdict, facts, by, unresolved } = mayRun ? await check(this.#world, decision, guarded) : guarded
    this.pending.push(...facts, this.#notes.judged(verdict, by, unresolved))
    if (!verdict.allowed) return STOP
    if (!mayRun) return effect?.outcome === 'done' ? GO_ON : STOP
    if (!this.#isApproved(decision)) return { goesOn: false, stopped: `${decision.effect_ref} needs approval first` }
    return (await this.#attempt(decision)) ? GO_ON : STOP
  }

  /** Asked again for each effect: what needs approval may change while the plan is carried out. */
  #isApproved({ effect_ref }: Decision): boolean {
    const { bundle, record } = this.#world
    if (!isResource(effect_ref) || matchesAny(bundle.policy.approve, effect_ref)) return true
    return record.state.approved.has(approvalKey(this.#plan.plan_id, planMeans(this.#world, this.#plan)))
  }

  /** A crash left an intent without an outcome: only the driver's probe can tell, and it must not be tried blindly. */
  async findOut({ effect_ref, idempotency_key, means: used }: EffectState): Promise<void> {
    const decision = this.#plan.decisions.find((one) => one.idempotency_key === idempotency_key)
    const isSame = decision !== undefined && meansHash(this.#world, effect_ref) === used
    const { outcome, why, facts } = isSame ? await this.#probe(decision) : OTHER_MEANS
    const ended = { outcome, how: 'probed' as const, why, response: {}, output: {} }
    await this.#world.record.append([...facts, this.#ended({ effect_ref, idempotency_key }, ended, [])])
  }

  /** Probes like any other call: only if checks permit it. */
  async #probe(decision: Decision): Promise<Pick<Attempt, 'outcome' | 'why'> & { facts: readonly Draft[] }> {
    const { denied, facts } = await permit(this.#world, decision)
    if (denied !== null) return { outcome: 'unknown', why: `${UNKNOWN_AFTER_CRASH} Not probed: ${denied}`, facts }
    const { driver, request, timeoutMs } = means(this.#world, decision)
    const outcome = await probe(driver, request, timeoutMs)
    const why = outcome === 'done' ? null : outcome === 'unknown' ? UNKNOWN_AFTER_CRASH : NOT_DONE_AFTER_CRASH
    return { outcome, why, facts }
  }

  /** Attempts an effect; again if it certainly did not happen and is declared idempotent. An unknown outcome spends the key. */
  async #attempt(decision: Decision): Promise<boolean> {
    const { record } = this.#world
    const found = means(this.#world, decision)
    const { effect_ref, idempotency_key } = decision
    for (let n = 1; ; n++) {
      const attempts = (record.state.effects.get(idempotency_key)?.attempts ?? 0) + 1
      const intent = this.#notes.note('effect.intended', {
        effect_ref,
        idempotency_key,
        attempt: attempts,
        means: meansHash(this.#world, effect_ref),
      })
      await this.#requireIntent(decision, attempts, await record.append([...this.pending.splice(0), intent]))
      const result = await attempt(found)
      const artifacts = await this.#longOutputs(result)
      this.pending.push(this.#ended(decision, result, artifacts))
      if (result.outcome === 'done') return true
      if (result.outcome === 'unknown' || n >= found.maxAttempts) return false
    }
  }

  /** Throws unless the ledger holds this intent as the last one for its key. This process must still hold the controller. */
  async #requireIntent({ effect_ref, idempotency_key }: Decision, attempts: number, seq: number): Promise<void> {
    const { record } = this.#world
    const entry = await record.entry(seq)
    const fact = entry === null ? null : factOf(entry)
    const isThere = fact?.kind === 'effect.intended' && fact.body.idempotency_key === idempotency_key
    if (!isThere)
      throw new ControllerError(
        'INTENT_LOST',
        `The intent to carry out ${effect_ref} could not be read back, so it was not started. Run: bailiff verify`,
      )
    await record.catchUp()
    requireHeld(this.#world)
    const effect = record.state.effects.get(idempotency_key)
    if (effect?.seq !== seq || effect.attempts !== attempts)
      throw new ControllerError(
        'CONTROLLER_BUSY',
        `Somebody else is carrying out ${effect_ref}, so it was not started.`,
      )
  }

  #ended(
    { effect_ref, idempotency_key }: Pick<Decision, 'effect_ref' | 'idempotency_key'>,
    result: Attempt,
    artifacts: ArtifactRef[],
  ): Draft {
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

/** The probe of another driver, or in another folder, would tell about something else. */
const OTHER_MEANS = {
  outcome: 'unknown' as const,
  why: 'The process died during the attempt, and the driver, its settings or the folder have changed since.',
  facts: [],
}
