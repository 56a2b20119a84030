import type { Attempt } from '../../dispatch/attempt.ts'
import { type DispatchFinding, finding } from '../../dispatch/call.ts'
import { ruleFor } from '../../dispatch/scope/command-ruled.ts'
import type { CommandRule, DispatchPolicy } from '../../policy/dispatch.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { matchedIn } from '../../trust/learning/matched.ts'
import type { Dispatch } from '../event.ts'
import type { Scored, Trust } from '../trust.ts'
import { callOf } from './protect.ts'
import { commonCall } from './seen-call.ts'

/** A scored call: the fact to record, and a finding if the score sends the call to a person. */
export type RiskFound = { facts: Fact[]; findings: DispatchFinding[] }

/** Scores a call. The dispatch checks run whatever the score is, and a score never denies a call by itself. */
export function scoreCall(
  trust: Trust | null,
  dispatch: Dispatch,
  attempt: Attempt,
  project: string | null,
  { codes, commands }: DispatchPolicy,
): RiskFound {
  if (trust === null) return { facts: [], findings: [] }
  const scored = trust.score(commonCall(dispatch, attempt), project)
  const { risk, route, threshold, pack, learnt } = scored
  const scores = Object.fromEntries(risk.opinions.map(({ scorer, score }) => [scorer, rounded(score)]))
  const recorded = fact('dispatch.scored', {
    ...callOf(dispatch),
    risk: risk.score === null ? null : rounded(risk.score),
    route: route.kind,
    scores,
    categories: [...risk.categories],
    matched: matchedIn(risk),
    threshold,
    pack,
    learnt,
    ...(risk.left.length > 0 && {
      left: risk.left.map(({ scorer, why }) => ({ scorer, why: why.slice(0, MAX_CHARS) })),
    }),
  })
  if (route.kind === 'proceed' || isExempt(attempt, commands)) return { facts: [recorded], findings: [] }
  if (route.why === 'quorum') return { facts: [recorded], findings: [finding('RISK_UNKNOWN', '')] }
  const answer = Object.hasOwn(codes, 'RISK_HIGH') ? null : scored.answer
  return { facts: [recorded], findings: [finding('RISK_HIGH', saidOf(scored), answer)] }
}

/** True if a person exempted every command of the call from checks. */
const isExempt = ({ runs, unread }: Attempt, rules: readonly CommandRule[]): boolean =>
  runs.length > 0 && unread.length === 0 && runs.every((run) => ruleFor(run, rules)?.answer === 'allow')

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

const MAX_CHARS = 200

/** The score, and what the call resembles. */
function saidOf({ risk }: Scored): string {
  if (risk.score === null) return ''
  return [risk.score.toFixed(2), ...risk.categories.slice(0, 2).map((one) => one.replaceAll('_', ' '))].join(', ')
}
