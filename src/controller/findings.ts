/** Every code of a problem in a bundle file and its meaning. */
export const BUNDLE_CODES = {
  BUNDLE_SCHEMA: 'the file is not YAML or does not have the fields of a bundle',
  BUNDLE_SECRET: 'the file contains a secret, and bundles are recorded',
  IO_CONTRACT_PARSE: 'a contract does not have the fields of a contract',
  IO_REF_KIND: 'a ref is malformed, or its kind is not the kind of its domain',
  IO_REF_SCHEMA: 'one ref has two different declarations, or a JSON Schema that cannot be used',
  EFFECT_TARGET: 'the target of an effect is not an output of its agent',
  RESOURCE_IDEMPOTENCY: 'an effect does not say which fields identify it',
  EFFECT_REQUIRED: 'an agent writes an output without an effect',
  EFFECT_DUPLICATE: 'two effects can have the same target',
  EFFECT_DRIVER: 'an effect has no driver, or an unknown one',
  IO_CLOSURE: 'a step reads something that no earlier step produces',
  IO_BINDING: 'a step and the contract of its agent differ',
  STEP_DUPLICATE: 'two steps have the same name',
  STEP_MISSING: 'the plan does not have exactly one observe, one decide and one act step',
  STEP_ORDER: 'the steps are not in the order observe, decide, act',
  AGENT_DUPLICATE: 'two agents have the same id',
  AGENT_UNKNOWN: 'a step names an agent that is not listed, or an agent is neither built in nor has a role',
  POLICY_TARGET: 'the policy names a target that no agent declares, or approves what it does not allow',
} as const

export type BundleCode = keyof typeof BUNDLE_CODES

/** One problem in a bundle file. `code` is stable; the message is for people. */
export type BundleFinding = { code: BundleCode; line: number; column: number; message: string }

/** The place of a value inside a document or a bundle. */
export type Path = readonly (string | number)[]

/** A problem before its position in the file is known. */
export type Fault = { path: Path; message: string }

/** Quotes text from a file for a message. */
export const quoted = (text: string): string => JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 79)}…`)
