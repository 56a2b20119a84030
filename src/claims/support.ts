import type { Binding, ClaimType, Demand, Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { SeenValidation } from './turn.ts'
import { isNarrowed } from './validators/narrowed.ts'

/** The evidence that supports a claim, or the lack that leaves it unsupported. */
export type Support = { kind: 'supported'; seqs: number[] } | Unsupported
type Unsupported = { kind: 'unsupported' } & Lack
export type Lack = { code: LackCode; validator: string | null; detail: string; seqs: number[] }

/** The support for a claim as a whole; `more` lists the remaining lacks. */
export type ClaimSupport = Exclude<Support, Unsupported> | { kind: 'unsupported'; first: Lack; more: readonly Lack[] }

/** Reasons why a claim is not supported. These names are stable. */
export type LackCode =
  | 'NO_VALIDATOR'
  | 'NOT_RUN'
  | 'FAILED'
  | 'REFUSED'
  | 'STALE'
  | 'WEAK'
  | 'REPORTED_ONLY'
  | 'WORKSPACE_UNKNOWN'
  | 'VALIDATION_UNFINISHED'
  | 'CHECKING'

/** Returns the support for a claim. Only its own validators count: evidence for one claim proves nothing about another. */
export function supportFor(claim: ClaimType, policy: Policy, evidence: Evidence): ClaimSupport {
  const binding = bindingOf(claim, policy, evidence.scope)
  if (binding === null)
    return { kind: 'unsupported', first: { code: 'NO_VALIDATOR', validator: null, detail: '', seqs: [] }, more: NONE }
  const all = binding.demands.map((demand) => supportOf(claim, demand, policy, evidence))
  const gaps = all.filter((one) => one.kind === 'unsupported')
  const isSupported = binding.match === 'all' ? gaps.length === 0 : gaps.length < all.length
  const [first] = gaps
  if (!isSupported && first !== undefined)
    return { kind: 'unsupported', first, more: binding.match === 'any' || gaps.length === 1 ? NONE : besides(gaps) }
  return { kind: 'supported', seqs: all.flatMap((one) => (one.kind === 'supported' ? one.seqs : [])) }
}

const NONE: readonly Lack[] = []

/** The gaps after the first. An unknown workspace is listed once. */
function besides(gaps: readonly Unsupported[]): Unsupported[] {
  const unknown = gaps.findIndex(({ code }) => code === 'WORKSPACE_UNKNOWN')
  return gaps.filter(({ code }, i) => i > 0 && (code !== 'WORKSPACE_UNKNOWN' || i === unknown))
}

/** The binding of the scope that contains all changes, else the unscoped one; null if there is neither. A scope may demand nothing. */
export function bindingOf(claim: ClaimType, { bindings }: Policy, scope: string | null): Binding | null {
  const own = bindings.filter((one) => one.claim === claim)
  return own.find((one) => one.scope !== null && one.scope === scope) ?? own.find((one) => one.scope === null) ?? null
}

/** Returns the support for one demand. The newest relevant run decides: an earlier pass does not outweigh a later failure. */
export function supportOf(claim: ClaimType, demand: Demand, policy: Policy, evidence: Evidence): Support {
  const own = evidence.validations.filter((one) => one.validator === demand.validator && one.policy === evidence.policy)
  const all = own.filter((one) => !isNarrowed(policy, one.validator, one.given, demand.given))
  // A request refused because of its arguments checked nothing, so earlier results still stand.
  const looked = all.filter((one) => one.result !== 'refused' || UNDOING.includes(one.code ?? ''))
  const runs = looked.length === 0 ? all : looked
  const last = runs.at(-1)
  const lack = (code: LackCode, seen = last, detail = ''): Unsupported => ({
    kind: 'unsupported',
    code,
    validator: demand.validator,
    detail,
    seqs: seen === undefined ? [] : [seen.seq],
  })
  if (evidence.running?.includes(demand.validator) === true) return lack('CHECKING')
  if (last?.result === 'refused') return lack('REFUSED', last, told(last))
  // Without a fingerprint no validator runs, which is not the agent's fault.
  if (evidence.fingerprint === null) return lack('WORKSPACE_UNKNOWN')
  if (last === undefined) return own.length === 0 ? lack('NOT_RUN') : lack('WEAK', own.at(-1))
  const current = runs.filter((one) => isCurrent(claim, one, evidence))
  const newest = current.at(-1)
  if (newest === undefined)
    return last.result === 'failed' && last.fingerprint === null ? failed(lack, last) : lack('STALE')
  if (newest.result !== 'passed') return failed(lack, newest)
  const enough = current.filter((one) => one.result === 'passed' && isEnough(one, demand))
  if (enough.length === 0) return lack('WEAK', newest)
  const counted = enough.filter(({ grade }) => grade === 'executed' || isReportable(claim) || policy.acceptReported)
  if (counted.length === 0) return lack('REPORTED_ONLY', newest)
  return { kind: 'supported', seqs: counted.map(({ seq }) => seq) }
}

/** Refusals that concern the check itself; they invalidate earlier passes. */
const UNDOING: readonly string[] = ['CHECK_CHANGED', 'BASELINE_TAMPERED']

const failed = (
  lack: (code: LackCode, seen: SeenValidation, detail: string) => Unsupported,
  seen: SeenValidation,
): Unsupported => lack(seen.code === 'VALIDATION_UNFINISHED' ? seen.code : 'FAILED', seen, told(seen))

const told = ({ code, said }: SeenValidation): string => `${code}: ${said}`

/** True for claims that host reports can prove: attempts prove them, and only the host sees attempts. */
const isReportable = (claim: ClaimType): boolean => claim === 'blocked' || claim === 'delegation'

/** True if the run checked the current content. The commit matters only to "shipped". */
const isCurrent = (claim: ClaimType, { fingerprint, head }: SeenValidation, evidence: Evidence): boolean =>
  fingerprint === evidence.fingerprint && (claim !== 'shipped' || head === evidence.head)

const isEnough = ({ given, numbers }: SeenValidation, { minimum, given: needed }: Demand): boolean =>
  needed.every((name) => Object.hasOwn(given, name)) &&
  Object.entries(minimum).every(([name, least]) => (numbers[name] ?? 0) >= least)
