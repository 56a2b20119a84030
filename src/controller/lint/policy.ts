import { type Fault, quoted } from '../findings.ts'
import { isRefPattern, isResource } from '../refs.ts'
import { covers, declaredEffects, declaredRefs, didYouMean, overlap, type Rule } from './rule.ts'

/** The policy names targets that agents declare, and approves only resources that it allows. */
export const policyTargets: Rule = (bundle) => {
  const { allow, approve } = bundle.policy
  const targets = [
    ...declaredRefs(bundle).flatMap(({ ref }) => (ref.mode === 'read' ? [] : [ref.ref])),
    ...declaredEffects(bundle).map(({ effect }) => effect.target),
  ]
  const undeclared = (target: string): string | null =>
    targets.some((one) => overlap(one, target))
      ? null
      : `No agent writes ${quoted(target)}.${didYouMean(target, targets) || ' Declare it in a contract, or remove it here.'}`
  const unapprovable = (target: string): string | null => {
    if (!isResource(target)) return `${quoted(target)} needs no approval: only resource: targets do. Remove it.`
    if (allow.some((one) => covers(one, target))) return null
    return `${quoted(target)} is approved but not allowed, so it is denied. Add it to "allow".`
  }
  return [
    ...faults('allow', allow, undeclared),
    ...faults('approve', approve, (target) => undeclared(target) ?? unapprovable(target)),
  ]
}

const faults = (list: string, targets: readonly string[], faultOf: (target: string) => string | null): Fault[] =>
  targets.flatMap((target, i) => {
    const message = isRefPattern(target) ? faultOf(target) : null
    return message === null ? [] : [{ path: ['policy', list, i], message }]
  })
