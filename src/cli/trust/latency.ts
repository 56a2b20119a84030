import type { Call } from '../../trust/call.ts'
import { medianOf, riskOf, type ScoreSettings } from '../../trust/risk.ts'
import type { Store } from '../../trust/scorers/scorer.ts'

/** Times are of scoring alone: starting a program and reading the disk are not in them. */
export type Latency = { medianMs: number; calls: number }

const SAMPLE = 200

/** Scores calls here and now, because entries do not say how long a score took; null if there is no call. */
export function measureLatency(calls: readonly Call[], store: Store, settings: ScoreSettings): Latency | null {
  const sample = calls.slice(0, SAMPLE)
  if (sample.length === 0) return null
  // The first pass warms up; only the second counts.
  const [, times = []] = [1, 2].map(() =>
    sample.map((call) => {
      const start = performance.now()
      riskOf(call, store, [], settings)
      return performance.now() - start
    }),
  )
  return { medianMs: medianOf(times), calls: sample.length }
}
