import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import { unknownWord } from '../policy/suggest.ts'
import { contractOf, identify } from './built-in-agents.ts'
import type { AgentSpec, Bundle, BundlePolicy, Contract, Effect, IORef, Role, Step } from './bundle.ts'
import type { AgentText, BodyText, ContractText, StepText } from './bundle-schema.ts'
import type { Fault, Path } from './findings.ts'
import { ANY_SCHEMA } from './io-schema.ts'
import { isRefPattern, kindOfRef, REF_DOMAINS } from './refs.ts'

const TIMEOUT_SECONDS = 60
const MAX_ATTEMPTS = 1

/** A bundle, and the path in the file of every entry of its policy. */
export type MadeBundle = { bundle: Bundle; policyPaths: { [list in keyof BundlePolicy]: Path[] } }

/** Problems that keep a bundle from being made. Paths are those of the file. */
type Faulty = { faults: (Fault & { code: 'AGENT_UNKNOWN' | 'IO_REF_KIND' })[] }

/** Makes a bundle from a valid file: identifies agents, replaces aliases and fills in defaults. `source` is the body as written. */
export function makeBundle(body: BodyText, source: JsonObject): MadeBundle | Faulty {
  const faults: Faulty['faults'] = []
  const agents = body.agents.map((agent, i) => agentOf(agent, ['body', 'agents', i], faults))
  if (faults.length > 0) return { faults }
  const known = agents.filter((agent) => agent !== null)
  const { allow, approve } = policyOf(body)
  return {
    bundle: {
      bundle_id: body.bundle_id ?? null,
      intent_id: body.meta.intent_id ?? `intent.${body.bundle_id ?? 'controller'}`,
      agents: known,
      plan: body.plan.map((step) => stepOf(step, known, body)),
      preconditions: body.meta.preconditions,
      policy: { allow: [...allow.keys()], approve: [...approve.keys()] },
      bundle_hash: sha256(canonical(source)),
    },
    policyPaths: { allow: [...allow.values()], approve: [...approve.values()] },
  }
}

function agentOf(agent: AgentText, path: Path, faults: Faulty['faults']): AgentSpec | null {
  const identified = identify(agent)
  if ('fault' in identified) {
    faults.push({ code: 'AGENT_UNKNOWN', path, message: identified.fault })
    return null
  }
  const { role, kind } = identified
  faults.push(...unkinded(agent.contract, [...path, 'contract']))
  return {
    agent_id: agent.agent_id,
    role,
    runtime: { kind, config: agent.runtime?.config ?? {} },
    contract: mergeContract(agent.contract, role),
  }
}

/** Finds refs without a kind whose domain implies none. Malformed refs are left to lint. */
const unkinded = (contract: ContractText, path: Path): Faulty['faults'] =>
  (['inputs', 'outputs'] as const).flatMap((list) =>
    contract[list].flatMap((one, i) => {
      if ('kind' in one || !isRefPattern(one.ref) || kindOfRef(one.ref) !== null) return []
      const domain = one.ref.slice(0, one.ref.indexOf(':'))
      const message = `${unknownWord('domain', domain, REF_DOMAINS)} To use "${domain}", add "kind".`
      return [{ code: 'IO_REF_KIND' as const, path: [...path, list, i], message }]
    }),
  )

/**
 * Adds the contract of the role. Its parts come last, so that the others keep their index in the file, and only where
 * the file does not declare the same ref or target itself.
 */
function mergeContract(written: ContractText, role: Role): Contract {
  const own = contractOf(role)
  const inputs = written.inputs.map((one) => toRef(one, 'read'))
  const outputs = written.outputs.map((one) => toRef(one, 'write'))
  const effects = written.effects.map(toEffect)
  const lacks = (refs: readonly IORef[]) => (one: IORef) => refs.every(({ ref }) => ref !== one.ref)
  return {
    inputs: [...inputs, ...own.inputs.filter(lacks(inputs))],
    outputs: [...outputs, ...own.outputs.filter(lacks(outputs))],
    effects: [...effects, ...own.effects.filter((one) => effects.every(({ target }) => target !== one.target))],
  }
}

function toRef(written: ContractText['inputs'][number], mode: IORef['mode']): IORef {
  // The kind of a malformed ref does not matter: lint refuses it.
  const defaults = { kind: kindOfRef(written.ref) ?? 'resource', schema: ANY_SCHEMA, required: true, mode } as const
  return { ...defaults, ...written }
}

function toEffect({ driver, ...written }: ContractText['effects'][number]): Effect {
  if (driver === undefined) return { ...written, driver: null }
  const { kind, ...settings } = driver
  return { ...written, driver: { kind, settings: settings as JsonObject } }
}

function stepOf(written: StepText, agents: readonly AgentSpec[], { meta: { reliability } }: BodyText): Step {
  const { step, agent_id } = written
  const contract = agents.find((agent) => agent.agent_id === agent_id)?.contract
  const limits = { ...reliability, ...reliability.steps[step], ...written.meta.reliability }
  return {
    step,
    agent_id,
    inputs: written.inputs ?? contract?.inputs.map(({ ref }) => ref) ?? [],
    outputs: written.outputs ?? contract?.outputs.map(({ ref }) => ref) ?? [],
    timeoutSeconds: limits.timeout_seconds ?? TIMEOUT_SECONDS,
    maxAttempts: limits.max_attempts ?? MAX_ATTEMPTS,
  }
}

/** The policy of the bundle and of all steps: each target, and the path where it is first named. */
function policyOf({ meta, plan }: BodyText): { [list in keyof BundlePolicy]: Map<string, Path> } {
  const found = { allow: new Map<string, Path>(), approve: new Map<string, Path>() }
  const parts: [BundlePolicy, Path][] = [
    [meta.policy, ['body', 'meta', 'policy']],
    ...plan.map(({ meta }, i): [BundlePolicy, Path] => [meta.policy, ['body', 'plan', i, 'meta', 'policy']]),
  ]
  for (const [policy, path] of parts)
    for (const list of ['allow', 'approve'] as const)
      for (const [i, target] of policy[list].entries())
        if (!found[list].has(target)) found[list].set(target, [...path, list, i])
  return found
}
