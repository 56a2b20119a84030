import type { StoreRecalibrated } from '../facts.ts'
import type { Parameters } from '../parameters.ts'
import { livePatterns, type Pattern, type TrustState } from '../state.ts'
import type { Change } from './change.ts'
import { MIN_WEIGHT } from './lesson.ts'
import { higherScores, isSurge, MIN_SCORES, maxThreshold, medianScore } from './recent.ts'

/** Calls between two moves of the threshold. */
const MOVE_CALLS = 100

/** The share of ordinary calls that stay below the automatic threshold. */
const ORDINARY_SHARE = 0.97

/** The median may rise by this factor before patterns are damped, and fall by it before there is a warning. */
const MAX_DRIFT = 1.35
const DAMPING = 0.85
const MIN_DAMPED = 0.5

/** Recalibrates if it is due. Nothing here is stricter than the administrator's settings; null if nothing is due. */
export function dueRecalibration(state: TrustState, parameters: Parameters): StoreRecalibrated | null {
  const { calls } = state
  if (calls - state.recalibratedAt >= parameters.window) return byWindow(state, parameters)
  if (calls - state.movedAt < MOVE_CALLS) return null
  const { median, drift } = state
  return { calls, by: 'calls', command: null, median, drift, changes: movedThreshold(state, parameters) }
}

function byWindow(state: TrustState, parameters: Parameters): StoreRecalibrated {
  const median = medianScore(state, parameters)
  const drift = driftOf(median, state.baseline)
  const isDamped = drift === 'up' && !isSurge(state, parameters)
  const weighed = livePatterns(state).flatMap((pattern): Change[] => {
    const decayed = decayedWeight(pattern, state.calls, parameters)
    const weight = isDamped ? Math.min(decayed, Math.max(MIN_DAMPED, decayed * DAMPING)) : decayed
    return weight === pattern.weight ? [] : [{ kind: 'pattern.weighed', id: pattern.id, weight }]
  })
  const changes = [...movedThreshold(state, parameters), ...weighed]
  return { calls: state.calls, by: 'window', command: null, median, drift, changes }
}

function driftOf(median: number | null, baseline: number | null): StoreRecalibrated['drift'] {
  if (median === null || baseline === null) return 'none'
  if (median > baseline * MAX_DRIFT) return 'up'
  return median * MAX_DRIFT < baseline ? 'down' : 'none'
}

/** A pattern that nothing matched for a window counts less; one that is hardly left is archived. */
function decayedWeight({ weight, matchedAt }: Pattern, calls: number, { decay, window }: Parameters): number {
  if (calls - matchedAt < window) return weight
  return weight * decay < MIN_WEIGHT ? 0 : weight * decay
}

/**
 * Moves the threshold to the score that 97 % of recent ordinary calls stay below, but never below the administrator's. In a
 * surge it stays: an agent must not raise it by making risky calls.
 */
function movedThreshold(state: TrustState, parameters: Parameters): Change[] {
  const { threshold: floor, window } = parameters
  // Few scores are above the floor, so only those are sorted.
  const { scores, higher } = higherScores(state, window, floor)
  if (scores < MIN_SCORES || isSurge(state, parameters)) return []
  const rank = Math.min(scores - 1, Math.ceil(ORDINARY_SHARE * (scores + 1)) - 1)
  const score = higher.sort((a, b) => a - b)[rank - (scores - higher.length)] ?? floor
  const to = score <= floor ? null : Math.round(Math.min(maxThreshold(parameters), score) * 10_000) / 10_000
  return to === state.threshold ? [] : [{ kind: 'threshold.moved', to }]
}

/**
 * Recalibrates because an administrator asked for it: the threshold returns to the administrator's, and the median of now
 * becomes the baseline. With `since`, everything learnt from then on is forgotten: patterns are archived, exemplars and
 * candidates dropped.
 */
export function commandedRecalibration(
  state: TrustState,
  parameters: Parameters,
  { command, since }: { command: string; since: string | null },
): StoreRecalibrated {
  const isForgotten = ({ at }: { at: string }): boolean => since !== null && at >= since
  const changes: Change[] = [
    { kind: 'threshold.moved', to: null },
    ...livePatterns(state)
      .filter(isForgotten)
      .map(({ id }): Change => ({ kind: 'pattern.weighed', id, weight: 0 })),
    ...Object.values(state.exemplars)
      .filter(isForgotten)
      .map(({ id }): Change => ({ kind: 'exemplar.dropped', id })),
    ...Object.values(state.candidates)
      .filter(isForgotten)
      .map(({ id }): Change => ({ kind: 'candidate.dropped', id })),
  ]
  return { calls: state.calls, by: 'command', command, median: medianScore(state, parameters), drift: 'none', changes }
}
