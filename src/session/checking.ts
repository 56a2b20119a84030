import type { Entry } from '../ledger/kinds.ts'
import { isFact, readFact } from './facts.ts'
import type { RecordedJudgement } from './state.ts'

/** A stop that ended `checking` and has no other verdict yet. */
export type PendingStop = { stop: number; judgement: RecordedJudgement }

/** The stops whose checks have no result yet, in the order of the stops. */
export function pendingStops(entries: Iterable<Entry>): PendingStop[] {
  const pending = new Map<number, RecordedJudgement>()
  let stop = 0
  for (const entry of entries) {
    if (isFact(entry, 'turn.opened')) stop = 0
    else if (isFact(entry, 'stop.reached')) stop = entry.seq
    else if (isFact(entry, 'stop.judged')) {
      const judgement = readFact('stop.judged', entry)
      if (judgement.verdict === 'checking') pending.set(stop, judgement)
    } else if (isFact(entry, 'stop.settled')) pending.delete(readFact('stop.settled', entry).of ?? 0)
  }
  return [...pending].map(([of, judgement]) => ({ stop: of, judgement }))
}
