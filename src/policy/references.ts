import type { z } from 'zod'
import type { Needs } from './bindings.ts'
import { isKind, kindFault } from './kind-names.ts'
import type { ClaimType } from './policy.ts'
import type { PolicySource } from './shape.ts'
import { unknownWord } from './suggest.ts'
import { unmeetable } from './unmeetable.ts'
import { kindOf, type ValidatorSource } from './validators.ts'

type Report = (path: (string | number)[], message: string) => void

/** Checks across fields: every name refers to something that exists, and commands and arguments agree on their slots. */
export function checkReferences(policy: PolicySource, ctx: z.RefinementCtx): void {
  const report: Report = (path, message) => ctx.addIssue({ code: 'custom', path, message })
  for (const [name, validator] of Object.entries(policy.validators))
    kindOf(validator).check?.(validator, policy, (path, message) => report(['validators', name, ...path], message))
  for (const [claim, bound] of Object.entries(policy.bindings)) {
    if (bound.everywhere !== null) checkNeeds(['bindings', claim], bound.everywhere, policy, report)
    for (const { path, message } of unmeetable(claim as ClaimType, bound, policy)) report(path, message)
    for (const [scope, needs] of Object.entries(bound.scopes)) {
      const path = ['bindings', claim, 'scopes', scope]
      if (!Object.hasOwn(policy.scopes, scope)) report(path, unknownWord('scope', scope, Object.keys(policy.scopes)))
      checkNeeds(path, needs, policy, report)
    }
  }
}

function checkNeeds(path: string[], { demands }: Needs, policy: PolicySource, report: Report): void {
  for (const demand of demands) {
    const name = demand.validator
    const validator = Object.hasOwn(policy.validators, name) ? policy.validators[name] : undefined
    if (validator === undefined) report(path, saidOf(name, Object.keys(policy.validators)))
    else checkDemand(path, demand, validator, report)
  }
}

/** The name of a kind is a common mistake for the name of a validator. */
const saidOf = (name: string, known: readonly string[]): string =>
  isKind(name) ? kindFault(name) : unknownWord('validator', name, known)

function checkDemand(
  path: string[],
  demand: Needs['demands'][number],
  validator: ValidatorSource,
  report: Report,
): void {
  const numbers = NUMBERS.filter((key) => key in validator)
  const slots = Object.keys('arguments' in validator ? validator.arguments : {})
  for (const key of Object.keys(demand.minimum).filter((one) => !numbers.includes(one)))
    report(path, unknownWord(`${demand.validator} minimum`, key, numbers))
  for (const key of demand.given.filter((one) => !slots.includes(one)))
    report(path, unknownWord(`${demand.validator} argument`, key, slots))
}

/** Fields for which a binding can set a minimum. */
const NUMBERS = ['required_runs', 'min_tests', 'distinct_routes_attempted']
