import type { JsonObject } from '../../ledger/kinds.ts'
import type { ClaimType, Demand, Policy, Validator } from '../../policy/policy.ts'
import type { Given } from './arguments.ts'
import { type Refused, refuse } from './outcome.ts'

/** A request to run a validator for a claim, with arguments. */
export type ValidationRequest = { claim: ClaimType; validator: string; given: JsonObject }

/** Numbers that a policy sets. A request may raise them, never lower them. */
type Numbers = { required_runs: number; min_tests: number; distinct_routes_attempted: number }

/** A request that the policy permits: the validator, its numbers, and the arguments for its command's slots. */
export type Bound = { kind: 'bound'; validator: Validator; numbers: Numbers; given: Given }

/** Limits what an agent can make us parse and record. */
const MAX_GIVEN_CHARS = 16_384
const MOST_RUNS = 100

export function bind(policy: Policy, { claim, validator: name, given }: ValidationRequest): Bound | Refused {
  const demands = demandsOn(policy, claim, name)
  const validator = Object.hasOwn(policy.validators, name) ? policy.validators[name] : undefined
  if (validator === undefined || demands.length === 0)
    return refuse('NOT_BOUND', `The approved policy binds no validator "${short(name)}" to ${claim}.`)
  if (JSON.stringify(given).length > MAX_GIVEN_CHARS)
    return refuse('ARGUMENT_REFUSED', `The arguments are longer than ${MAX_GIVEN_CHARS} characters.`)
  const least = leastOf(validator, demands)
  const faults = [...numberFaults(given, least), ...missing(given, demands)]
  const [fault] = faults
  if (fault !== undefined) return refuse('ARGUMENT_REFUSED', `${fault}.`)
  const isNumber = (key: string): boolean => Object.hasOwn(least, key)
  const numbers = Object.fromEntries(Object.entries(given).filter(([key]) => isNumber(key)))
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !isNumber(key)))
  return { kind: 'bound', validator, numbers: { ...NO_NUMBERS, ...least, ...numbers }, given: rest }
}

/** Refuses any argument; for validators that take none. */
export const refuseArguments = ({ given }: Bound): Refused | null =>
  Object.keys(given).length === 0 ? null : refuse('ARGUMENT_REFUSED', 'This validator takes no arguments.')

const demandsOn = (policy: Policy, claim: ClaimType, name: string): Demand[] =>
  policy.bindings
    .filter((binding) => binding.claim === claim)
    .flatMap(({ demands }) => demands)
    .filter(({ validator }) => validator === name)

const NO_NUMBERS: Numbers = { required_runs: 1, min_tests: 1, distinct_routes_attempted: 1 }

/** The minimum that the policy requires: the validator's own numbers, or higher ones from a binding. */
function leastOf(validator: Validator, demands: readonly Demand[]): Partial<Numbers> {
  const own: Partial<Numbers> = {
    ...('requiredRuns' in validator && { required_runs: validator.requiredRuns }),
    ...('minTests' in validator && { min_tests: validator.minTests }),
    ...('distinctRoutesAttempted' in validator && { distinct_routes_attempted: validator.distinctRoutesAttempted }),
  }
  const highest = (key: string, value: number): number =>
    Math.max(value, ...demands.map(({ minimum }) => minimum[key] ?? 0))
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, highest(key, value)]))
}

function numberFaults(given: JsonObject, least: Partial<Numbers>): string[] {
  return Object.entries(least).flatMap(([key, value]) => {
    const number = Object.hasOwn(given, key) ? given[key] : value
    if (!Number.isSafeInteger(number)) return [`Argument "${key}" must be a whole number`]
    if (Number(number) < value) return [`Argument "${key}" is ${number}; the policy requires at least ${value}`]
    const most = key === 'required_runs' ? MOST_RUNS : 1_000_000
    return Number(number) > most ? [`Argument "${key}" must be at most ${most}`] : []
  })
}

/** Reports a missing argument. If every binding requires arguments, the request must satisfy at least one of them. */
function missing(given: JsonObject, demands: readonly Demand[]): string[] {
  const lacking = demands.map((demand) => demand.given.filter((name) => !Object.hasOwn(given, name)))
  return lacking.some((names) => names.length === 0) ? [] : [`Argument "${lacking[0]?.[0]}" is required`]
}

const MAX_NAME = 64

/** Makes an untrusted name safe to show. */
const short = (name: string): string => name.replace(/[^\w.-]/g, '?').slice(0, MAX_NAME)
