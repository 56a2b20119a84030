import type { ArtifactRef, Draft } from '../../ledger/kinds.ts'
import type { Decision, ProposedChangePlan } from '../artifacts.ts'
import { effectFor } from '../guard.ts'
import { type Attempt, attempt, probe } from './attempt.ts'
import { requireHeld } from './hold.ts'
import { check, guard } from './judging.ts'
import { means } from './means.ts'
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
    const guarded = guard(this.#world, this.#plan, decision)
    const { verdict, facts, by } = mayRun ? await check(this.#world, decision, guarded) : guarded
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
