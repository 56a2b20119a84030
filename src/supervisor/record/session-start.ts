import { HOW_CHECKED } from '../../claims/how-checked.ts'
import type { ActivePolicy } from '../../policy/ruling.ts'
import { type Fact, fact } from '../../session/facts.ts'
import type { Answer } from '../answer.ts'
import { GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { ruledBy } from '../stop/departure.ts'

/**
 * Which policy rules a session, said once when it begins: to the person where it is not
 * the one that is written, to the agent how claims are checked where they are.
 */
export function sayRuling({ ruling }: GuardedWorld, { cwd }: HostEvent): { facts: Fact[]; answer: Answer } {
  const now = cwd === null ? null : ruling(cwd)
  // Where nobody has written or approved anything, there is nothing to say.
  if (now === null || (now.why === 'built-in' && now.isMissing)) return { facts: [], answer: GO_ON }
  const { finding, notice } = now
  const body = { ...ruledBy(now), ...(finding !== null && { finding }), ...(notice !== null && { notice }) }
  const said: Answer = isChecking(now) ? { kind: 'context', text: HOW_CHECKED } : GO_ON
  const answer: Answer = notice === null ? said : { ...said, notice: `Bailiff: ${notice}` }
  return { facts: [fact('policy.ruling', body)], answer }
}

/** Whether there is a claim that evidence is asked for. */
const isChecking = ({ policy: { bindings, modes } }: ActivePolicy): boolean =>
  bindings.some(({ claim }) => modes[claim] !== 'off')
