import { HARMS, type Harm, type Outcome } from '../outcome.ts'
import type { Parameters } from '../parameters.ts'
import { medianOf } from '../risk.ts'
import type { Counted, TrustState } from '../state.ts'

/** A call above this score is never ordinary: the automatic threshold stays below it. */
const MAX_THRESHOLD = 0.7

/** The automatic threshold is at most this far above the administrator's, so that setting a lower one has an effect. */
const MAX_RAISE = 0.4

/** The highest automatic threshold. */
export const maxThreshold = ({ threshold }: Parameters): number => Math.min(MAX_THRESHOLD, threshold + MAX_RAISE)

/** The threshold in force. The automatic one may be higher than the administrator's, never lower. */
export const thresholdIn = ({ threshold }: Pick<TrustState, 'threshold'>, parameters: Parameters): number =>
  Math.max(parameters.threshold, Math.min(threshold ?? 0, maxThreshold(parameters)))

/** The latest turns that together have at least this many calls, or all there are. */
export function lastTurns({ counts }: TrustState, calls: number): Counted[] {
  let from = counts.length
  for (let sum = 0; from > 0 && sum < calls; ) sum += counts[--from]?.scored ?? 0
  return counts.slice(from)
}

export const callsIn = (turns: readonly Counted[]): number => turns.reduce((sum, { scored }) => sum + scored, 0)

/** The scores of recent calls that ran without known harm. */
export const ordinaryScores = (state: TrustState, calls: number): number[] =>
  lastTurns(state, calls).flatMap(({ ran }) => ran.map(([, score]) => score))

/** The ordinary scores above a floor, and how many ordinary scores there are. */
export function higherScores(state: TrustState, calls: number, floor: number): { scores: number; higher: number[] } {
  const higher: number[] = []
  let scores = 0
  for (const { ran } of lastTurns(state, calls)) {
    scores += ran.length
    for (const one of ran) if (one[1] > floor) higher.push(one[1])
  }
  return { scores, higher }
}

/** Null if there are too few. */
export function medianScore(state: TrustState, { window }: Parameters): number | null {
  const scores = ordinaryScores(state, window)
  return scores.length < MIN_SCORES ? null : medianOf(scores)
}

/** A threshold or a median of fewer scores would be chance. */
export const MIN_SCORES = 100

/**
 * True if more than a quarter of the last 200 calls were above the threshold: ordinary work never looks like that. Calls above
 * the administrator's threshold count, even if the automatic one is higher.
 */
export function isSurge(state: TrustState, { threshold }: Parameters): boolean {
  const turns = lastTurns(state, SURGE_CALLS)
  const above = turns.reduce(
    (sum, one) => sum + Math.max(one.above, one.ran.filter(([, score]) => score > threshold).length),
    0,
  )
  return above >= MIN_SURGE && above > MAX_ABOVE * callsIn(turns)
}

const SURGE_CALLS = 200
const MAX_ABOVE = 0.25
const MIN_SURGE = 20

/**
 * True if more than a quarter of the last 100 calls did harm: the observer is broken or poisoned. What people did counts by
 * itself, so that many denied calls do not silence a person.
 */
export function isFlood(state: TrustState, kind: Harm): boolean {
  const counted: readonly Outcome[] = BY_PEOPLE.includes(kind) ? BY_PEOPLE : HARMS
  const since = state.calls - FLOOD_CALLS
  const harms = state.outcomes.slice(-FLOOD_CALLS).filter(({ at, outcome }) => at >= since && counted.includes(outcome))
  return harms.length >= MIN_FLOOD && harms.length > MAX_HARMFUL * Math.min(FLOOD_CALLS, state.calls)
}

const BY_PEOPLE: readonly Outcome[] = ['rejection', 'rollback']

const FLOOD_CALLS = 100
const MAX_HARMFUL = 0.25
const MIN_FLOOD = 20
