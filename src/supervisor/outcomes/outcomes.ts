import type { Call } from '../../session/state.ts'
import type { Harm, Outcome } from '../../trust/outcome.ts'
import { failures } from './failure.ts'
import { fineCalls } from './fine.ts'
import type { ObservedCall, OutcomeRule, SeenSession, SeenTurn } from './outcome.ts'
import { rejections } from './rejection.ts'
import { rollbacks } from './rollback.ts'
import { violations } from './violation.ts'

const HARMFUL: Readonly<Record<Harm, OutcomeRule>> = {
  violation: violations,
  rejection: rejections,
  rollback: rollbacks,
  failure: failures,
}

/**
 * The known outcomes of a session's calls, each call and outcome once. The same entries give the same outcomes. A call that
 * did harm is not also fine.
 */
export function outcomesOf(seen: SeenSession): ObservedCall[] {
  return turnsOf(seen).flatMap((turn) => {
    const harms = Object.entries(HARMFUL).flatMap(([harm, rule]) => observed(harm as Harm, rule, turn, seen))
    const harmful = new Set(harms.map(({ seq }) => seq))
    return [...harms, ...observed('fine', fineCalls, turn, seen).filter(({ seq }) => !harmful.has(seq))]
  })
}

/** The turns of a session, oldest first. */
export const turnsOf = ({ session: { before, turns } }: SeenSession): SeenTurn[] =>
  [{ seq: 0, steps: before }, ...turns].map(({ seq, steps }) => ({
    seq,
    // A spooled entry has no seq yet; the call counts as soon as it has one.
    calls: steps.filter((step): step is Call => step.kind === 'call' && step.seq > 0),
  }))

const observed = (outcome: Outcome, rule: OutcomeRule, turn: SeenTurn, seen: SeenSession): ObservedCall[] =>
  rule(turn, seen).map(({ call, why }) => ({ seq: call.seq, turn: turn.seq, outcome, why }))
