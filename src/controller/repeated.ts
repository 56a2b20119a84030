import type { Entry } from '../ledger/kinds.ts'
import { type Body, factOf } from './facts.ts'
import { addEntry, type ControllerState, initialState, isSpent } from './state.ts'

/** Says that an intent repeats an effect, in the state before it; null if it does not. */
export function repeatedBy(
  { effects }: ControllerState,
  { effect_ref, idempotency_key }: Body<'effect.intended'>,
): string | null {
  const before = effects.get(idempotency_key)
  if (before === undefined || !isSpent(before)) return null
  return `${effect_ref} was attempted again, though the outcome of attempt ${before.attempts} was ${before.outcome ?? 'not recorded'}`
}

/** Finds the intents of a controller's stream that repeat an effect. */
export function repeatedIn(stream: string, entries: Iterable<Entry>): { seq: number; detail: string }[] {
  const state = initialState(stream)
  const found: { seq: number; detail: string }[] = []
  for (const entry of entries) {
    const fact = factOf(entry)
    // What a process wrote that had lost the controller was never started.
    const isHeld = fact?.kind === 'effect.intended' && fact.body.hold === state.holder?.seq
    const detail = isHeld ? repeatedBy(state, fact.body) : null
    if (detail !== null) found.push({ seq: entry.seq, detail })
    addEntry(state, entry)
  }
  return found
}
