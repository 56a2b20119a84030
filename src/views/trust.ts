import { recentEntries } from '../ledger/stores/files/recent.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { readTrustFact, type StoreRecalibrated } from '../trust/facts.ts'
import { foldTrust, NEW_STATE, type TrustState } from '../trust/state.ts'
import { trustStream } from '../trust/stream.ts'
import { scoredCalls } from './scored-calls.ts'

/** What a project has learnt and counted, folded from its whole trust stream. */
export const readTrustState = (home: Readable, project: string): TrustState =>
  [...sealedEntries(home, trustStream(project))].reduce(foldTrust, NEW_STATE)

/** The number of scores that a distribution is about. */
export const MAX_SCORES = 1_000

/** The latest scores of calls in a project, newest sessions first. */
export const recentScores = (home: Readable, project: string): number[] =>
  scoredCalls(home, project, MAX_SCORES).flatMap(({ score }) => score ?? [])

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
