import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'
import { type EnvSnapshot, type LlmMetadata, type ProposedChangePlan, planSchema } from './artifacts.ts'
import { type Bundle, stepFor } from './bundle.ts'
import { ControllerError } from './errors.ts'
import { effectFor } from './guard.ts'
import { digest, idempotencyKey, planId } from './ids.ts'
import { ANY_SCHEMA, checkAgainst } from './io-schema.ts'
import { matchRef } from './refs.ts'

/** A decision before ids are computed: the harness does that. */
export type Wish = { effect_ref: string; target_state: JsonObject; reasoning_trace?: string }

/** The answer of a decide agent. */
export type Proposed = {
  decisions: Wish[]
  summary?: string
  /** Default: the targets of the decisions. */
  policy_requirements?: string[]
  /** Default: a plain function, whose prompt is its input. */
  llm_metadata?: LlmMetadata
}

/** The hash of everything that a decision depends on, besides the snapshot. `identity` is the agent's own. */
export const decidedBy = (bundle: Bundle, identity: Json = null): string => {
  const { runtime, agent_id } = stepFor(bundle, 'decide').agent
  const { contract } = stepFor(bundle, 'act').agent
  const effects = contract.effects.map(({ target }) => target)
  return digest({ agent_id, runtime, effects, intent_id: bundle.intent_id, identity } as Json)
}

/** Makes a plan from a proposal: computes its ids, and throws `PLAN_INVALID` if it does not fit the schema or contract. */
export function planOf(bundle: Bundle, { snapshot_id, ...snapshot }: EnvSnapshot, given: unknown): ProposedChangePlan {
  const {
    decisions,
    summary = '',
    policy_requirements,
    llm_metadata,
  } = (isObject(given) ? given : {}) as Partial<Proposed>
  if (!Array.isArray(decisions)) throw invalid(['decisions: must be a list, empty if nothing is to change'])
  const { intent_id } = bundle
  const inputs_hash = digest({ snapshot_id, data_hash: snapshot.data_hash })
  const about: LlmMetadata = llm_metadata ?? {
    model: `function ${stepFor(bundle, 'decide').agent.agent_id}`,
    prompt_hash: inputs_hash,
    determinism_hint: 'deterministic',
  }
  const plan_id = identified({ intent_id, snapshot_id, decisions })
  const plan = {
    plan_id,
    intent_id,
    snapshot_id,
    decisions: decisions.map((one) => ({ ...one, idempotency_key: keyOf(plan_id, one) })),
    llm_metadata: { inputs_hash, ...about },
    summary,
    policy_requirements: policy_requirements ?? [...new Set(decisions.map((one) => one?.effect_ref))],
  }
  const parsed = planSchema.safeParse(plan)
  if (!parsed.success)
    throw invalid(parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`))
  const faults = faultsIn(bundle, parsed.data)
  if (faults.length > 0) throw invalid(faults)
  return parsed.data
}

/** A proposal may be anything: what has no canonical form has no id. */
function identified(parts: Parameters<typeof planId>[0]): string {
  try {
    return planId(parts)
  } catch (error) {
    throw invalid([`decisions: ${error instanceof Error ? error.message : String(error)}`])
  }
}

const keyOf = (plan_id: string, decision: { effect_ref: string } | null): string =>
  typeof decision?.effect_ref === 'string' ? idempotencyKey(plan_id, decision.effect_ref) : ''

const MAX_FAULTS = 5

const invalid = (faults: readonly string[]): ControllerError =>
  new ControllerError('PLAN_INVALID', `The proposed plan is invalid. ${faults.slice(0, MAX_FAULTS).join('; ')}`)

/** Faults that the schema cannot show. Targets outside the contract are the guard's business: they are denied and reported. */
function faultsIn(bundle: Bundle, { decisions }: ProposedChangePlan): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const [i, { effect_ref, target_state }] of decisions.entries()) {
    if (seen.has(effect_ref)) faults.push(`decisions.${i}: ${effect_ref} appears twice; a plan changes a target once`)
    seen.add(effect_ref)
    const why = checkAgainst(schemaFor(bundle, effect_ref), target_state as Json)
    if (why !== null) faults.push(`decisions.${i}.target_state: ${why}`)
  }
  return faults
}

/** The schema that the contract gives for the state of a target. */
function schemaFor(bundle: Bundle, effect_ref: string): string | JsonObject {
  if (effectFor(bundle, effect_ref) === null) return ANY_SCHEMA
  const { outputs } = stepFor(bundle, 'act').agent.contract
  return outputs.find(({ ref }) => matchRef(ref, effect_ref) !== null)?.schema ?? ANY_SCHEMA
}
