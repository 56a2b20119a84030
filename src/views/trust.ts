import { recentEntries } from '../ledger/stores/files/recent.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { isFact, readFact } from '../session/facts.ts'
import { foldTrust, NEW_STATE, type TrustState } from '../trust/state.ts'
import { trustStream } from '../trust/stream.ts'
import { sessionStreams } from './sessions.ts'
import { isSameProject } from './sessions-here.ts'

/** What a project has learnt and counted, folded from its whole trust stream. */
export const readTrustState = (home: Readable, project: string): TrustState =>
  [...sealedEntries(home, trustStream(project))].reduce(foldTrust, NEW_STATE)

/** The number of scores that a distribution is about. */
const MAX_SCORES = 1_000

/** The latest scores of calls in a project, newest sessions first. */
export function recentScores(home: Readable, project: string): number[] {
  const scores: number[] = []
  for (const { stream } of sessionsOf(home, project)) {
    for (const entry of recentEntries(home, stream)) {
      if (!isFact(entry, 'dispatch.scored')) continue
      const { score } = readFact('dispatch.scored', entry).risk
      if (score !== null) scores.push(score)
      if (scores.length === MAX_SCORES) return scores
    }
  }
  return scores
}

function sessionsOf(home: Readable, project: string): { stream: string; at: string }[] {
  return sessionStreams(home.dir)
    .flatMap((stream) => {
      const [last] = recentEntries(home, stream)
      const cwd = sealedEntries(home, stream).next().value?.body['cwd']
      return last !== undefined && typeof cwd === 'string' && isSameProject(cwd, project)
        ? [{ stream, at: last.at }]
        : []
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
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
