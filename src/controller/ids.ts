import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { ExecutionReport } from './artifacts.ts'

/** Every id and hash of an artifact, as pure functions: a verifier computes the same values from the same content. */

/** SHA-256 of the canonical JSON (RFC 8785): the layout of a file does not count, the content of strings does. */
export const digest = (value: Json): string => sha256(canonical(value))

/** The time of the observation is not part of the hash: the same state always has the same hash. */
export const dataHash = (environment: JsonObject, constraints: readonly JsonObject[]): string =>
  digest({ environment, constraints: [...constraints] })

/** Long enough that nobody can construct two environments with the same id. */
const ID_DIGITS = 32

export const snapshotId = (data_hash: string): string => `snap-${data_hash.slice(0, ID_DIGITS)}`

type Identified = {
  intent_id: string
  snapshot_id: string
  decisions: readonly { effect_ref: string; target_state: JsonObject }[]
}

export const planId = ({ intent_id, snapshot_id, decisions }: Identified): string =>
  `plan-${digest({
    intent_id,
    snapshot_id,
    decisions: decisions.map(({ effect_ref, target_state }) => ({ effect_ref, target_state })),
  })}`

export const idempotencyKey = (plan_id: string, effect_ref: string): string => digest({ plan_id, effect_ref })

/** Contains no times and no evidence: a run that crashed and was resumed gives the same hash as one that did not. */
export const executionHash = ({ artifact_refs, policy_decisions, status }: Executed): string =>
  digest({ artifact_refs, policy_decisions: policy_decisions as Json, status })

type Executed = Pick<ExecutionReport, 'artifact_refs' | 'policy_decisions'> & { status: string }
