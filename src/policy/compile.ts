import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Json } from '../ledger/kinds.ts'
import type { BindingSource, Needs } from './bindings.ts'
import { ANSWERS, type DispatchPolicy } from './dispatch.ts'
import type { DispatchSource } from './dispatch-shape.ts'
import { toRoute } from './kinds/route.ts'
import type { ModelSource } from './model-reader.ts'
import {
  type Binding,
  BLOCKS_WHEN_BOUND,
  CLAIM_TYPES,
  type ClaimType,
  type Compiled,
  type Mode,
  type ModelReader,
  POLICY_VERSION,
  type Policy,
} from './policy.ts'
import type { PolicySource } from './shape.ts'
import { kindOf } from './validators.ts'

/** Resolves short forms, defaults, commands, pins and outputs. The same source always gives the same bytes. */
export function compile(source: PolicySource): Compiled {
  const policy = resolve(source)
  const bytes = canonical(policy as unknown as Json)
  return { policy, bytes, sha256: sha256(bytes) }
}

function resolve(source: PolicySource): Policy {
  const { contract, dispatch, retention, claims } = source
  return {
    v: POLICY_VERSION,
    validators: toValidators(source),
    bindings: toBindings(source),
    modes: toModes(source),
    scopes: source.scopes,
    blockBudget: source.block_budget,
    onStop: source.on_stop,
    onStopSeconds: source.on_stop_seconds,
    acceptReported: source.accept_reported,
    baseline: source.baseline,
    contract: { keywords: contract.keywords, ladder: contract.ladder.map(toRoute) },
    dispatch: toDispatch(dispatch),
    retention: { maxAgeDays: retention.max_age_days, maxSizeGb: retention.max_size_gb },
    // These two are left out by default, so that policies without them compile to the same bytes as before.
    ...(!source.tell_earned && { tellEarned: false as const }),
    ...(source.subagents === 'block' && { subagents: 'block' as const }),
    ...(claims.model !== undefined && { claims: { model: toModel(claims.model) } }),
  }
}

const toModel = ({ name, url, key, seconds }: ModelSource): ModelReader => ({
  name,
  url,
  key: key?.env ?? null,
  seconds,
})

/** Compiles the `dispatch:` section. Command rules are sorted from strict to mild. */
function toDispatch(source: DispatchSource): DispatchPolicy {
  return {
    codes: source.codes,
    roots: source.roots,
    readRoots: source.read_roots,
    hosts: source.hosts,
    commands: [...ANSWERS]
      .reverse()
      .flatMap((one) => source.commands[one].map((text) => ({ words: text.split(' '), answer: one }))),
    roles: source.roles,
    protectedFiles: source.protected_files,
    buildOutputs: source.build_outputs,
    maxLines: source.max_lines,
    maxFiles: source.max_files,
    nobodyToAsk: source.nobody_to_ask,
  }
}

function toModes(source: PolicySource): Policy['modes'] {
  const isBound = (claim: ClaimType): boolean => source.bindings[claim] !== undefined
  const modeOf = (claim: ClaimType): Mode => {
    const own = source.modes[claim]
    if (own !== undefined) return own
    if (claim === 'work') return modeOf('done')
    return isBound(claim) && BLOCKS_WHEN_BOUND.includes(claim) ? 'block' : 'warn'
  }
  return Object.fromEntries(CLAIM_TYPES.map((claim) => [claim, modeOf(claim)])) as Policy['modes']
}

const toValidators = (source: PolicySource): Policy['validators'] =>
  Object.fromEntries(Object.entries(source.validators).map(([name, one]) => [name, kindOf(one).compile(one, source)]))

const toBindings = (source: PolicySource): Binding[] =>
  CLAIM_TYPES.flatMap((claim) => {
    const { bindings } = source
    const isInherited = claim === 'work' && bindings.work === undefined
    const bound: BindingSource | undefined = isInherited ? bindings.done : bindings[claim]
    if (bound === undefined) return []
    const scoped = Object.keys(bound.scopes).sort()
    const binding = (scope: string | null, needs: Needs): Binding[] =>
      isInherited && isMetByWork(needs, source) ? [] : [{ claim, scope, ...needs }]
    return [
      ...(bound.everywhere === null ? [] : binding(null, bound.everywhere)),
      ...scoped.flatMap((scope) => binding(scope, bound.scopes[scope] as Needs)),
    ]
  })

/** True if any change of files is enough: that proves "done" to some, but says nothing about work. */
function isMetByWork({ match, demands }: Needs, { validators }: PolicySource): boolean {
  const isAnyChange = ({ validator }: Needs['demands'][number]): boolean =>
    validators[validator]?.kind === 'file_diff_present'
  return demands.length > 0 && (match === 'all' ? demands.every(isAnyChange) : demands.some(isAnyChange))
}
