import type { Bundle, Contract, Step } from '../bundle.ts'
import { type Fault, type Path, quoted } from '../findings.ts'
import { isRefPattern } from '../refs.ts'
import { agentOf, covers, didYouMean, type Rule, refsOf } from './rule.ts'

/** A step reads only what a precondition names or an earlier step produces. */
export const producedBeforeRead: Rule = (bundle) =>
  bundle.plan.flatMap((step, i) => {
    const missing = needs(bundle, step).filter((ref) => !bundle.plan.slice(0, i).some((one) => produces(one, ref)))
    return missing.map((ref) => ({
      path: ['plan', i, 'inputs', step.inputs.indexOf(ref)],
      message: notProduced(bundle, i, ref),
    }))
  })

/** The inputs that other steps have to produce. */
function needs(bundle: Bundle, step: Step): string[] {
  const optional = agentOf(bundle, step)?.contract.inputs.filter(({ required }) => !required) ?? []
  const given = [...bundle.preconditions, ...refsOf(optional)]
  return step.inputs.filter((ref) => isRefPattern(ref) && !given.some((one) => covers(one, ref)))
}

function notProduced(bundle: Bundle, i: number, ref: string): string {
  const { plan, preconditions } = bundle
  const reader = plan[i]
  const producer = plan.slice(i).find((step) => produces(step, ref))
  if (reader === undefined || producer === undefined) {
    const hint = didYouMean(ref, [...preconditions, ...plan.flatMap(({ outputs }) => outputs)])
    return `Nothing produces ${quoted(ref)}.${hint || ' Add it to the outputs of an earlier step or to body.meta.preconditions.'}`
  }
  const otherwise = 'If it exists before the first step, add it to body.meta.preconditions.'
  if (producer === reader) return `Step ${quoted(reader.step)} reads its own output ${quoted(ref)}. ${otherwise}`
  const names = `${quoted(reader.step)} and ${quoted(producer.step)}`
  return dependsOn(producer, reader, bundle)
    ? `Steps ${names} depend on each other, here through ${quoted(ref)}. ${otherwise}`
    : `Step ${quoted(reader.step)} reads ${quoted(ref)} before step ${quoted(producer.step)} produces it. Reorder the steps.`
}

const produces = ({ outputs }: Step, ref: string): boolean => outputs.some((output) => covers(output, ref))

/** True if `step` needs an output of `other`, directly or through further steps. */
function dependsOn(step: Step, other: Step, bundle: Bundle): boolean {
  const reached = new Set([step])
  // A set that grows while it is walked: every step is visited once.
  for (const one of reached)
    for (const source of bundle.plan) if (needs(bundle, one).some((ref) => produces(source, ref))) reached.add(source)
  return reached.has(other)
}

/** A step uses only refs that its agent declares, and gives it every input that it requires. */
export const boundToContract: Rule = (bundle) =>
  bundle.plan.flatMap((step, i) => {
    const contract = agentOf(bundle, step)?.contract
    return contract === undefined ? [] : [...undeclared(step, contract, i), ...unbound(step, contract, i)]
  })

const undeclared = (step: Step, contract: Contract, i: number): Fault[] =>
  (['inputs', 'outputs'] as const).flatMap((list) => {
    const declared = refsOf(contract[list])
    return step[list].flatMap((ref, j) => {
      if (!isRefPattern(ref) || declared.some((one) => covers(one, ref))) return []
      const hint = didYouMean(ref, declared) || ' Add it to the contract, or remove it here.'
      const path: Path = ['plan', i, list, j]
      return [{ path, message: `${quoted(ref)} is not among the ${list} of agent ${quoted(step.agent_id)}.${hint}` }]
    })
  })

const unbound = (step: Step, { inputs }: Contract, i: number): Fault[] =>
  inputs
    .filter(({ ref, required }) => required && isRefPattern(ref) && !step.inputs.some((one) => covers(ref, one)))
    .map(({ ref }) => ({
      path: ['plan', i, 'inputs'],
      message: `Agent ${quoted(step.agent_id)} requires the input ${quoted(ref)}. Add it to the inputs of the step.`,
    }))
