import { howChecked } from '../../claims/how-checked.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { CLAIM_TYPES, type ClaimType } from '../../policy/policy.ts'
import { type Fact, fact } from '../../session/facts.ts'
import type { Answer } from '../answer.ts'
import { GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { ruledBy } from '../stop/departure.ts'

/**
 * Announces the active policy once, when a session begins. Tells the person if it is not the one in the policy file, or
 * if there is none, and the agent how claims are checked, if any are.
 */
export function announcePolicy({ activePolicy }: GuardedWorld, { cwd }: HostEvent): { facts: Fact[]; answer: Answer } {
  const now = cwd === null ? null : activePolicy(cwd)
  if (now === null) return { facts: [], answer: GO_ON }
  const { finding, notice } = now
  const body = { ...ruledBy(now), ...(finding !== null && { finding }), ...(notice !== null && { notice }) }
  const checked = checkedBy(now)
  const said: Answer = checked.length > 0 ? { kind: 'context', text: howChecked(checked) } : GO_ON
  const answer: Answer = notice === null ? said : { ...said, notice: `Bailiff: ${notice}` }
  const isNone = now.why === 'built-in' && now.isMissing
  return { facts: isNone ? [] : [fact('policy.ruling', body)], answer }
}

/** The claims that need evidence: others have no check to offer. */
const checkedBy = ({ policy: { bindings, modes } }: ActivePolicy): ClaimType[] =>
  CLAIM_TYPES.filter((type) => modes[type] !== 'off' && bindings.some(({ claim }) => claim === type))
