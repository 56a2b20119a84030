import type { Bundle } from './bundle.ts'
import type { BundleCode, BundleFinding, Path } from './findings.ts'
import {
  declaredTarget,
  distinctTargets,
  idempotentEffects,
  knownDriver,
  writtenOutputsHaveEffects,
} from './lint/effects.ts'
import { boundToContract, producedBeforeRead } from './lint/flow.ts'
import { policyTargets } from './lint/policy.ts'
import { oneSchemaPerRef, refKinds } from './lint/refs.ts'
import type { Rule } from './lint/rule.ts'
import { distinctAgents, distinctSteps, listedAgents, oneStepPerRole, stepOrder } from './lint/steps.ts'

/** The code of each rule. The other codes come from `parse.ts`. */
const RULES: { readonly [Code in BundleCode]?: Rule } = {
  IO_REF_KIND: refKinds,
  IO_REF_SCHEMA: oneSchemaPerRef,
  EFFECT_TARGET: declaredTarget,
  RESOURCE_IDEMPOTENCY: idempotentEffects,
  EFFECT_REQUIRED: writtenOutputsHaveEffects,
  EFFECT_DUPLICATE: distinctTargets,
  EFFECT_DRIVER: knownDriver,
  IO_CLOSURE: producedBeforeRead,
  IO_BINDING: boundToContract,
  STEP_DUPLICATE: distinctSteps,
  STEP_MISSING: oneStepPerRole,
  STEP_ORDER: stepOrder,
  AGENT_DUPLICATE: distinctAgents,
  AGENT_UNKNOWN: listedAgents,
  POLICY_TARGET: policyTargets,
}

/**
 * Finds problems between the parts of a bundle, in the order of the file. `at` gives the position of a path of the bundle,
 * such as `['agents', 0, 'contract']`.
 */
export function lintBundle(
  bundle: Bundle,
  at: (path: Path) => { line: number; column: number },
  driverKinds: readonly string[] | null = null,
): BundleFinding[] {
  const codes = Object.keys(RULES) as BundleCode[]
  return codes
    .flatMap((code) =>
      (RULES[code]?.(bundle, driverKinds) ?? []).map(({ path, message }) => ({ code, ...at(path), message })),
    )
    .sort((a, b) => a.line - b.line || a.column - b.column)
}
