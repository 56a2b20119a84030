import type { Evidence } from '../../claims/evidence.ts'
import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import { bindingOf, supportOf } from '../../claims/support.ts'
import { didOf, scopeOf } from '../../claims/turn-effects.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { refuseChanged } from '../../claims/validators/drivers/changed.ts'
import { aboutIn } from '../../claims/validators/fingerprints.ts'
import { isNarrowed } from '../../claims/validators/narrowed.ts'
import type { Refused } from '../../claims/validators/outcome.ts'
import type { ValidatorWorld } from '../../claims/validators/world.ts'
import { type Draft, type Entry, isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { ClaimType, Demand, Policy } from '../../policy/policy.ts'
import { type Fact, fact } from '../../session/facts.ts'
import type { Passes } from './validate.ts'

/** Evidence that is there already: what the turn has shown, and passes on the same content. */

/** `source` is the hash of the policy that rules. */
export type ReuseWorld = Pick<ValidatorWorld, 'root' | 'policy' | 'pinned' | 'turn'> & {
  source: string
  passes: Pick<Passes, 'find'>
}

/** What to put on record so that the claims are supported; null where something has to be run first. */
export function passesToReuse(claims: readonly ClaimType[], world: ReuseWorld, now: Fingerprint): Draft[] | null {
  const tried = new Map<string, boolean>()
  const drafts: Draft[] = []
  for (const { claim, demand, isSettled } of needsOf(claims, world, now)) {
    const { validator } = demand
    if (isSettled(tried) || tried.has(validator)) continue
    const pass = passToReuse({ claim, validator, given: numbersFor(validator, claims, world.policy) }, world, now)
    // What is not what was approved has to be put on record as such, also where nothing may be run.
    if (pass === null && (world.policy.onStop !== 'off' || changedCheck(validator, world) !== null)) return null
    tried.set(validator, pass !== null)
    if (pass !== null) drafts.push(pass)
  }
  return drafts
}

/** A demand that nothing supports yet; settled once another of the same binding has passed, where one is enough. */
export type Need = { claim: ClaimType; demand: Demand; isSettled(tried: ReadonlyMap<string, boolean>): boolean }

export function needsOf(claims: readonly ClaimType[], world: ReuseWorld, now: Fingerprint): Need[] {
  const { policy, turn } = world
  const evidence: Evidence = {
    validations: turn.validations,
    fingerprint: now.sha256,
    head: now.head,
    policy: world.source,
    scope: scopeOf(turn, policy),
    did: didOf(turn),
    waived: [],
  }
  return claims.flatMap((claim) => {
    const binding = bindingOf(claim, policy, evidence.scope)
    if (binding === null) return []
    const { match, demands } = binding
    const open = demands.filter((demand) => {
      const support = supportOf(claim, demand, policy, evidence)
      // What defines a check need not be part of the fingerprint: a pass says nothing once that is another.
      if (support.kind === 'supported') return changedCheck(demand.validator, world) !== null
      // What ran out of time on this very content would do so again.
      return support.code !== 'VALIDATION_UNFINISHED'
    })
    if (match === 'any' && open.length < demands.length) return []
    const isSettled: Need['isSettled'] = (tried) =>
      match === 'any' && demands.some(({ validator }) => tried.get(validator) === true)
    // An argument that has to be given can only come from whoever makes the claim.
    return open.filter(({ given }) => given.length === 0).map((demand) => ({ claim, demand, isSettled }))
  })
}

/** The highest numbers that any of the claims asks for, so that one run serves them all. */
export function numbersFor(validator: string, claims: readonly ClaimType[], { bindings }: Policy): JsonObject {
  const numbers: { [name: string]: number } = {}
  for (const { claim, demands } of bindings) {
    if (!claims.includes(claim)) continue
    for (const { minimum } of demands.filter((demand) => demand.validator === validator))
      for (const [name, least] of Object.entries(minimum)) numbers[name] = Math.max(numbers[name] ?? 0, least)
  }
  return numbers
}

/** The refusal of a command whose definition is not what was approved, or null. */
export function changedCheck(validator: string, world: ReuseWorld): Refused | null {
  const found = world.policy.validators[validator]
  return found !== undefined && 'requiredRuns' in found ? refuseChanged(found, world) : null
}

/** A pass of a command on the same content, under the same policy, asked for as much, with what defines it unchanged. */
export function passToReuse(asked: ValidationRequest, world: ReuseWorld, now: Fingerprint): Draft | null {
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
  const [numbers, words] = [objectIn(body['numbers']), objectIn(body['arguments'])]
  const isAsMuch = Object.entries(given).every(([name, least]) => Number(numbers[name] ?? 0) >= Number(least))
  // What was shipped is a commit, and not only its content.
  const isOfCommit = claim !== 'shipped' || aboutIn(body)?.head === now.head
  return isAsMuch && isOfCommit && !isNarrowed(policy, validator, words, [])
}

const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

function takenOver({ stream, seq, body }: Entry, claim: ClaimType): Fact {
  const { numbers = {}, policy = null, grade = null, fingerprint = null, words = [] } = body
  return fact('validator.passed', {
    claim,
    validator: String(body['validator'] ?? ''),
    arguments: objectIn(body['arguments']),
    numbers,
    policy,
    grade,
    said: 'It passed before, on the same content.',
    words,
    fingerprint,
    reused: { stream, seq },
  })
}
