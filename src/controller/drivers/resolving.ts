import { ControllerError } from '../errors.ts'
import { draft } from '../facts.ts'
import { type EffectState, unknownEffects } from '../state.ts'
import { controllerName } from '../stream.ts'
import { ControllerRecord, type Ledger } from './record.ts'

/** A person's word on an effect whose outcome is unknown. */
export type Resolution = { outcome: 'done' | 'not-done'; reason: string }

/** The effects of a controller whose outcome is unknown, oldest first. */
export async function unresolvedEffects(ledger: Ledger, stream: string): Promise<EffectState[]> {
  const record = new ControllerRecord(ledger, stream)
  await record.catchUp()
  return unknownEffects(record.state)
}

/**
 * Records what became of an effect. `effect` is its ref or the start of its key. A running controller reads it before its
 * next cycle.
 */
export async function resolveEffect(
  ledger: Ledger,
  stream: string,
  effect: string,
  { outcome, reason }: Resolution,
): Promise<EffectState> {
  const record = new ControllerRecord(ledger, stream)
  await record.catchUp()
  const unknown = unknownEffects(record.state)
  const found = unknown.filter(
    ({ effect_ref, idempotency_key }) => effect_ref === effect || idempotency_key.startsWith(effect),
  )
  const [only, ...others] = effect === '' ? [] : found
  if (only === undefined || others.length > 0) throw notFound(stream, effect, unknown, found.length)
  const { effect_ref, idempotency_key } = only
  await record.append([draft('effect.resolved', { effect_ref, idempotency_key, outcome, reason }, [], 'user')])
  return only
}

function notFound(stream: string, effect: string, unknown: readonly EffectState[], found: number): ControllerError {
  const name = controllerName(stream)
  const list = unknown.map(({ effect_ref, idempotency_key }) => `${effect_ref} (${idempotency_key.slice(0, 12)})`)
  const known = list.length === 0 ? 'No effect of it is unresolved.' : `Unresolved: ${list.join(', ')}.`
  const what =
    found > 1 ? `"${effect}" fits ${found} effects of ${name}.` : `${name} has no unresolved effect "${effect}".`
  return new ControllerError('EFFECT_UNKNOWN', `${what} ${known}`)
}
