import { isHarm, type Outcome } from '../trust/outcome.ts'
import type { Parameters } from '../trust/parameters.ts'
import { callKey, callKeyOf, livePatterns, type TrustState } from '../trust/state.ts'
import type { ScoredCall } from './scored-calls.ts'

/** How well the scores of a project do, as far as outcomes are known. All are counts: rates need their bases. */
export type TrustMetrics = {
  /** Recent scored calls, and those of them that were above the threshold of their time. */
  scored: number
  above: number
  /** Of these, the calls that ran; and the calls above the threshold that ran without known harm. */
  ran: number
  falsePositives: number
  /** Calls that did observed harm, and those of them that were above the threshold. */
  harms: number
  detected: number
  growth: {
    /** Patterns learnt in the last calls, and how many calls these are. */
    added: number
    calls: number
    live: number
    archived: number
    candidates: number
    exemplars: number
  }
}

const GROWTH_CALLS = 1_000

/** Joins recent calls with what their turns and outcomes have shown. */
export function metricsOf(
  state: TrustState,
  recent: readonly ScoredCall[],
  { harms }: Pick<Parameters, 'harms'>,
): TrustMetrics {
  const { fine, harmful } = ranIn(state)
  const isIn = (keys: ReadonlySet<string>, { stream, proposal }: ScoredCall): boolean =>
    proposal !== null && keys.has(callKey({ stream, seq: proposal.seq }))
  const ranFine = recent.filter((call) => isIn(fine, call))
  const harmed = harmedIn(state, harms)
  return {
    scored: recent.length,
    above: recent.filter(({ isAbove }) => isAbove).length,
    ran: ranFine.length + recent.filter((call) => isIn(harmful, call)).length,
    falsePositives: ranFine.filter(({ isAbove }) => isAbove).length,
    harms: harmed.size,
    detected: [...harmed.values()].filter((isAbove) => isAbove).length,
    growth: growthOf(state),
  }
}

/** The calls that ran: without known harm, and with harm that showed afterwards. Harm may be known before its turn is counted. */
function ranIn({ counts, outcomes }: TrustState): { fine: ReadonlySet<string>; harmful: ReadonlySet<string> } {
  const harms = outcomes.filter(({ outcome }) => isHarm(outcome))
  const fine = new Set(counts.flatMap(({ stream, ran }) => ran.map(([seq]) => callKey({ stream, seq }))))
  for (const harm of harms) fine.delete(callKeyOf(harm))
  const afterwards = harms.filter(({ outcome }) => AFTERWARDS.includes(outcome))
  return { fine, harmful: new Set(afterwards.map(callKeyOf)) }
}

/** Other harm stops a call before it runs. */
const AFTERWARDS: readonly Outcome[] = ['rollback', 'failure']

/** The calls with observed harm, each once, and whether they were above the threshold. */
function harmedIn({ outcomes }: TrustState, harms: Parameters['harms']): Map<string, boolean> {
  return new Map(
    outcomes
      .filter(({ outcome }) => isHarm(outcome) && harms.includes(outcome))
      .map((one) => [callKeyOf(one), one.isAbove]),
  )
}

function growthOf(state: TrustState): TrustMetrics['growth'] {
  const { calls, patterns, candidates, exemplars } = state
  const live = livePatterns(state).length
  return {
    added: Object.values(patterns).filter(({ addedAt }) => addedAt > calls - GROWTH_CALLS).length,
    calls: Math.min(calls, GROWTH_CALLS),
    live,
    archived: Object.keys(patterns).length - live,
    candidates: Object.keys(candidates).length,
    exemplars: Object.keys(exemplars).length,
  }
}
