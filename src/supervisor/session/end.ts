import type { Entry } from '../../ledger/kinds.ts'
import { numberIn, saidIn, statusIn, wordIn } from './body.ts'
import type { End } from './state.ts'

/** How a call ended, as an entry tells it. */
export function endIn(entry: Entry, proposedAt: string | null): End {
  const { seq, at, body } = entry
  const shownBy = wordIn(body, 'shownBy')
  return {
    seq,
    at,
    status: statusIn(body),
    exit: numberIn(body, 'exit'),
    // What something else showed later does not say when the call ended.
    duration: durationOf(numberIn(body, 'durationMs'), shownBy === null ? proposedAt : null, at),
    shownBy,
    said: saidIn(entry),
  }
}

function durationOf(reportedMs: number | null, from: string | null, to: string): End['duration'] {
  if (reportedMs !== null) return { ms: reportedMs, from: 'host' }
  if (from === null) return null
  return { ms: Math.max(0, Date.parse(to) - Date.parse(from)), from: 'entries' }
}
