import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import { needsOf, numbersFor } from '../../claims/needs.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { refuseChanged } from '../../claims/validators/drivers/changed.ts'
import { aboutIn } from '../../claims/validators/fingerprints.ts'
import { isNarrowed } from '../../claims/validators/narrowed.ts'
import type { Refused } from '../../claims/validators/outcome.ts'
import type { ValidatorWorld } from '../../claims/validators/world.ts'
import type { Entry } from '../../ledger/kinds.ts'
import type { ClaimType, Policy } from '../../policy/policy.ts'
import { objectIn } from '../../session/body.ts'
import { type Fact, fact } from '../../session/facts.ts'
import type { Passes } from './validate.ts'

/** Finds evidence that already exists: the turn's own results, and passes on the same content. */

/** `source` is the hash of the active policy. */
export type ReuseWorld = Pick<ValidatorWorld, 'root' | 'policy' | 'pinned' | 'turn'> & {
  source: string
  passes: Pick<Passes, 'find'>
}

/** The facts to record so that the claims are supported; null if a validator has to run first. */
export function passesToReuse(claims: readonly ClaimType[], world: ReuseWorld, now: Fingerprint): Fact[] | null {
  const tried = new Map<string, boolean>()
  const facts: Fact[] = []
  for (const { claim, demand, isSettled } of needsOf(claims, world, now, isChanged(world))) {
    const { validator } = demand
    if (isSettled(tried) || tried.has(validator)) continue
    const pass = passToReuse({ claim, validator, given: numbersFor(validator, claims, world.policy) }, world, now)
    // A check that has changed since its approval must be recorded as such, even if nothing may be run.
    if (pass === null && (world.policy.onStop !== 'off' || changedCheck(validator, world) !== null)) return null
    tried.set(validator, pass !== null)
    if (pass !== null) facts.push(pass)
  }
  return facts
}

/** The refusal of a command whose definition has changed since its approval, or null. */
export function changedCheck(validator: string, world: ReuseWorld): Refused | null {
  const found = world.policy.validators[validator]
  return found !== undefined && 'requiredRuns' in found ? refuseChanged(found, world) : null
}

/** True for a check whose definition has changed since its approval. */
export const isChanged =
  (world: ReuseWorld) =>
  (validator: string): boolean =>
    changedCheck(validator, world) !== null

/** A command's pass on the same content and policy, with an unchanged definition and at least the requested counts. */
export function passToReuse(asked: ValidationRequest, world: ReuseWorld, now: Fingerprint): Fact | null {
  const { claim, validator } = asked
  const found = world.policy.validators[validator]
  if (found === undefined || !('requiredRuns' in found) || refuseChanged(found, world) !== null) return null
  const entry = world.passes.find(validator, now.sha256, (pass) => isEnough(pass, asked, world.policy, now))
  return entry === null ? null : takenOver(entry, claim)
}

function isEnough(
  { body }: Entry,
  { claim, validator, given }: ValidationRequest,
  policy: Policy,
  now: Fingerprint,
): boolean {
  const [numbers, words] = [objectIn(body, 'numbers') ?? {}, objectIn(body, 'arguments') ?? {}]
  const isAsMuch = Object.entries(given).every(([name, least]) => Number(numbers[name] ?? 0) >= Number(least))
  // Shipping is about a commit, not only its content.
  const isOfCommit = claim !== 'shipped' || aboutIn(body)?.head === now.head
  return isAsMuch && isOfCommit && !isNarrowed(policy, validator, words, [])
}

function takenOver({ stream, seq, body }: Entry, claim: ClaimType): Fact {
  const { numbers = {}, policy = null, grade = null, fingerprint = null, words = [] } = body
  return fact('validator.passed', {
    claim,
    validator: String(body['validator'] ?? ''),
    arguments: objectIn(body, 'arguments') ?? {},
    numbers,
    policy,
    grade,
    said: 'It passed before, on the same content.',
    words,
    fingerprint,
    reused: { stream, seq },
  })
}
