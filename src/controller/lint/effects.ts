import { unknownWord } from '../../policy/suggest.ts'
import { BUILT_IN_ACT } from '../built-in-agents.ts'
import type { AgentSpec, Effect } from '../bundle.ts'
import { quoted } from '../findings.ts'
import { HARNESS_REFS, isRefPattern, isResource } from '../refs.ts'
import { agentOf, covers, declaredEffects, didYouMean, overlap, type Rule, refsOf } from './rule.ts'

/** The field by which every change of a plan can be told from all others. */
const KEY = 'idempotency_key'

/** The target of an effect is an output of its agent. */
export const declaredTarget: Rule = (bundle) =>
  declaredEffects(bundle).flatMap(({ effect: { name, target }, path, agent }) => {
    const outputs = refsOf(agent.contract.outputs)
    if (!isRefPattern(target) || outputs.some((output) => covers(output, target))) return []
    const hint = didYouMean(target, outputs) || ' Add it to the outputs.'
    const message = `${quoted(target)}, the target of effect ${quoted(name)}, is not an output of the agent.${hint}`
    return [{ path: [...path, 'target'], message }]
  })

/** An effect says which fields identify it. Changes of resources use the key of the plan. */
export const idempotentEffects: Rule = (bundle) =>
  declaredEffects(bundle).flatMap(({ effect, path, agent }) => {
    const { name, target, idempotency } = effect
    const needsKey = agent.role === 'act' && isResource(target)
    if (needsKey ? idempotency.key_fields.includes(KEY) : idempotency.key_fields.length > 0) return []
    const fix = needsKey ? `Set key_fields: [${KEY}]` : 'List the fields that identify one change in key_fields'
    const what = idempotency.key_fields.length === 0 ? 'no key_fields' : `key_fields without "${KEY}"`
    return [{ path: [...path, 'idempotency', 'key_fields'], message: `Effect ${quoted(name)} has ${what}. ${fix}.` }]
  })

/** An agent writes nothing without an effect. */
export const writtenOutputsHaveEffects: Rule = ({ agents }) =>
  agents.flatMap(({ contract: { outputs, effects } }, i) =>
    outputs.flatMap(({ ref }, j) => {
      if (!isRefPattern(ref) || HARNESS_REFS.includes(ref)) return []
      if (effects.some(({ target }) => overlap(target, ref))) return []
      const message = `No effect writes the output ${quoted(ref)}. Add one with this target, or remove the output.`
      return [{ path: ['agents', i, 'contract', 'outputs', j], message }]
    }),
  )

/** No two effects of the plan's agents can have the same target: it must be clear which one a decision means. */
export const distinctTargets: Rule = (bundle) => {
  const used = new Set(bundle.plan.map((step) => agentOf(bundle, step)))
  const effects = declaredEffects(bundle).filter(({ agent }) => used.has(agent))
  return effects.flatMap(({ effect, path }, i) => {
    const other = effects.slice(0, i).find((one) => overlap(one.effect.target, effect.target))?.effect
    if (other === undefined) return []
    const both = `${quoted(effect.name)} (${effect.target}) and ${quoted(other.name)} (${other.target})`
    const message = `The effects ${both} can have the same target. Keep one, or make the targets differ.`
    return [{ path: [...path, 'target'], message }]
  })
}

/** The built-in act agent changes resources, through known drivers, and nothing else. */
export const knownDriver: Rule = (bundle, driverKinds) =>
  declaredEffects(bundle).flatMap(({ effect, path, agent }) => {
    if (effect.driver !== null && driverKinds?.includes(effect.driver.kind) === false)
      return [{ path: [...path, 'driver', 'kind'], message: unknownWord('driver', effect.driver.kind, driverKinds) }]
    const message = driverFault(effect, agent, driverKinds)
    return message === null ? [] : [{ path, message }]
  })

function driverFault({ name, target, driver }: Effect, { runtime }: AgentSpec, kinds: readonly string[] | null) {
  if (runtime.kind !== BUILT_IN_ACT || !isRefPattern(target) || HARNESS_REFS.includes(target)) return null
  // Other targets would be changed without approval.
  if (!isResource(target))
    return `Effect ${quoted(name)} changes ${quoted(target)}, but ${BUILT_IN_ACT} changes only resources. Use a resource: target.`
  if (driver !== null) return null
  return `Effect ${quoted(name)} has no driver, so nothing carries it out. Add "driver" with a kind${kinds === null ? '' : ` (${kinds.join(', ')})`}.`
}
