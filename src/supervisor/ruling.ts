import type { Answer } from './answer.ts'
import { GO_ON } from './answer.ts'
import type { HostEvent } from './event.ts'
import type { Fact } from './fact.ts'
import type { GuardedWorld } from './guard.ts'

/** Which policy rules a session, said once when it begins; where it is not the one that is written, to the person too. */
export function sayRuling({ ruling }: GuardedWorld, { cwd }: HostEvent): { facts: Fact[]; answer: Answer } {
  const now = cwd === null ? null : ruling(cwd)
  // Where nobody has written or approved anything, there is nothing to say.
  if (now === null || (now.why === 'built-in' && now.isMissing)) return { facts: [], answer: GO_ON }
  const { why, source, finding, notice } = now
  const body = { why, source, ...(finding !== null && { finding }), ...(notice !== null && { notice }) }
  const answer: Answer = notice === null ? GO_ON : { ...GO_ON, notice: `Bailiff: ${notice}` }
  return { facts: [{ kind: 'policy.ruling', actor: 'harness', body }], answer }
}
