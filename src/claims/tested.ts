import { type ClaimType, type Policy, TEST_KINDS, type Validator } from '../policy/policy.ts'
import { bindingOf } from './support.ts'

/** Claims that passing tests support. */
const ON_TESTS: readonly ClaimType[] = ['done', 'fixed', 'tests_pass', 'verified', 'work']

/** True if the claim stands on tests, so tests that vanished count against it. */
export function standsOnTests(claim: ClaimType, policy: Policy, scope: string | null): boolean {
  if (!ON_TESTS.includes(claim)) return false
  return bindingOf(claim, policy, scope)?.demands.some(({ validator }) => isOfTests(validator, policy)) ?? false
}

/** True if the validator runs tests: by its kind, or because the policy takes it for the tests. */
export function isOfTests(name: string, policy: Policy): boolean {
  const validator = policy.validators[name]
  if (validator === undefined) return false
  const isCalledTests = policy.bindings.some(
    ({ claim, demands }) => claim === 'tests_pass' && demands.some((one) => one.validator === name),
  )
  return (
    isCalledTests || isTestKind(validator.kind) || (validator.kind === 'red_green' && isOfTests(validator.of, policy))
  )
}

const isTestKind = (kind: Validator['kind']): boolean => (TEST_KINDS as readonly string[]).includes(kind)
