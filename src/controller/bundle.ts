import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { RefKind } from './refs.ts'

/** A bundle as the cycle uses it: aliases replaced, defaults filled in. `parse.ts` makes it from YAML. */
export type Bundle = {
  /** The name of the controller; null if the bundle has none. Then the program that opens it gives one. */
  bundle_id: string | null
  intent_id: string
  agents: AgentSpec[]
  plan: Step[]
  /** Refs that exist before the first step. */
  preconditions: string[]
  policy: BundlePolicy
  /** The hash of the file's content, whatever its layout. */
  bundle_hash: string
}

export type BundlePolicy = {
  /** Targets that effects may have. A part may be `*`. Everything else is denied. */
  allow: string[]
  /** `resource:` targets that need no person's approval. */
  approve: string[]
}

export const ROLES = ['observe', 'decide', 'act'] as const
export type Role = (typeof ROLES)[number]

export type AgentSpec = {
  agent_id: string
  role: Role
  runtime: { kind: string; config: JsonObject }
  contract: Contract
}

export type Contract = { inputs: IORef[]; outputs: IORef[]; effects: Effect[] }

export type IORef = {
  ref: string
  kind: RefKind
  /** A name, or a JSON Schema that values must fit. */
  schema: string | JsonObject
  required: boolean
  mode: 'read' | 'write' | 'mutate'
}

export const IDEMPOTENCY_TYPES = ['keyed', 'reentrant', 'non-idempotent'] as const

/** A change that an agent may make. */
export type Effect = {
  name: string
  kind: 'resource'
  target: string
  idempotency: { type: (typeof IDEMPOTENCY_TYPES)[number]; key_fields: string[] }
  /** How the effect is carried out: the driver's kind and its settings. */
  driver: DriverSpec | null
  rollback: Json
  evidence: { type: 'hash' | 'status' | 'range'; path?: string; metric?: string }
}

/** In text settings `{1}`, `{2}` … stand for the parts that the `*` of the target match. */
type DriverSpec = { kind: string; settings: JsonObject }

export type Step = {
  step: string
  agent_id: string
  inputs: string[]
  outputs: string[]
  /** The time limit for the step; for the act step, for each effect. */
  timeoutSeconds: number
  /** For the act step, applies only to effects that are declared idempotent. */
  maxAttempts: number
}

/** Returns the agent and step with this role. A bundle that passed lint has exactly one of each. */
export function stepFor(bundle: Bundle, role: Role): { step: Step; agent: AgentSpec } {
  for (const step of bundle.plan) {
    const agent = bundle.agents.find(({ agent_id }) => agent_id === step.agent_id)
    if (agent?.role === role) return { step, agent }
  }
  throw new Error(`The bundle has no ${role} step.`)
}
