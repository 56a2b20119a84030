import type { BindingSource, Needs } from './bindings.ts'
import type { ClaimType } from './policy.ts'
import type { PolicySource } from './shape.ts'
import type { ValidatorSource } from './validators.ts'

/** Bindings that no evidence can ever meet, by the rules of `claims/support.ts`. */

type Fault = { path: string[]; message: string }

/** Kinds that rely on what a host reports. */
const REPORTED: ReadonlySet<string> = new Set([
  'file_diff_present',
  'observed_command',
  'fetch_attempt_proof',
  'ladder_exhaustion_proof',
])

/** Claims that a host's reports can prove. */
const REPORTABLE: ReadonlySet<string> = new Set(['blocked', 'delegation'])

/** The most runs that a request may ask for. */
const MOST_RUNS = 100

export function unmeetable(claim: ClaimType, bound: BindingSource, policy: PolicySource): Fault[] {
  if (policy.modes[claim] === 'off') return []
  const all: [string[], Needs][] = [
    ...(bound.everywhere === null ? [] : [[['bindings', claim], bound.everywhere] as [string[], Needs]]),
    ...Object.entries(bound.scopes).map(([scope, needs]): [string[], Needs] => [
      ['bindings', claim, 'scopes', scope],
      needs,
    ]),
  ]
  return all.flatMap(([path, { match, demands }]) => {
    const whys = demands.map((demand) => whyNever(claim, demand, policy))
    const why = whys.find((one) => one !== null)
    const isNever = match === 'all' ? why !== undefined : demands.length > 0 && whys.every((one) => one !== null)
    return isNever && why !== undefined && why !== null ? [{ path, message: `${why} [BINDING_UNMEETABLE]` }] : []
  })
}

function whyNever(
  claim: ClaimType,
  { validator: name, minimum }: Needs['demands'][number],
  policy: PolicySource,
): string | null {
  const validator: ValidatorSource | undefined = Object.hasOwn(policy.validators, name)
    ? policy.validators[name]
    : undefined
  if (validator === undefined) return null
  if (REPORTED.has(validator.kind) && !REPORTABLE.has(claim) && !policy.accept_reported)
    return `"${name}" can never prove ${claim}: ${validator.kind} relies on what the host reports. Bind a validator that runs a command, or set accept_reported: true.`
  if ((minimum['required_runs'] ?? 0) > MOST_RUNS)
    return `"${name}" can never prove ${claim}: it runs at most ${MOST_RUNS} times. Lower required_runs.`
  const routes = routesOf(validator, policy)
  const wanted = minimum['distinct_routes_attempted'] ?? 0
  return routes !== null && wanted > routes
    ? `"${name}" can never prove ${claim}: it has only ${routes} routes. Lower distinct_routes_attempted.`
    : null
}

/** The number of routes that can be tried; null for kinds without routes. */
const routesOf = (validator: ValidatorSource, { contract }: PolicySource): number | null =>
  validator.kind === 'fetch_attempt_proof'
    ? new Set((validator.routes.length > 0 ? validator.routes : contract.ladder).map(({ name }) => name)).size
    : null
