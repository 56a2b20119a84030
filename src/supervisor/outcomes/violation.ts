import { categoryOf } from '../../policy/dispatch.ts'
import type { OutcomeRule } from './outcome.ts'

/** Finds calls that a check denied because they were outside their scope, or because they aimed at a protected place. */
export const violations: OutcomeRule = ({ calls }) =>
  calls.flatMap((call) =>
    // If a person would have decided, but was not there, nobody said that the call was out of scope.
    call.denied !== null && !call.isUnasked && isScope(call.denied)
      ? [{ call, why: `The call was denied because it was outside its scope (${call.denied}).` }]
      : [],
  )

const isScope = (code: string): boolean => PROTECTED.test(code) || categoryOf(code) === 'scope'

/** Codes about Bailiff's own state, whatever the policy says. */
const PROTECTED = /^(?:PROTECTED_[A-Z]+|PERSON_ONLY)$/
