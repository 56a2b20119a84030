import { recentEntries } from '../ledger/stores/files/recent.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { readTrustFact, type StoreRecalibrated } from '../trust/facts.ts'
import { trustStream } from '../trust/stream.ts'

/** The number of recent calls that a status is about. */
export const MAX_RECENT = 1_000

/** The last time that the baseline, the median and the weights of patterns were looked at; null if never. */
export function lastRecalibration(home: Readable, project: string): (StoreRecalibrated & { at: string }) | null {
  for (const entry of recentEntries(home, trustStream(project))) {
    const fact = readTrustFact(entry)
    if (fact?.kind === 'store.recalibrated' && fact.body.by !== 'calls') return { ...fact.body, at: entry.at }
  }
  return null
}

/** How many scores fall into each tenth from 0 to 1. */
export function histogramOf(scores: readonly number[]): number[] {
  const bins = new Array<number>(10).fill(0)
  for (const score of scores) {
    const bin = Math.min(9, Math.floor(score * 10))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  return bins
}
