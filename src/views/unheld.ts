import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { accountsOf, type SessionAccount } from './report.ts'

/** The turns of a project that the gate did not hold: their stop was never judged, or they ended in spite of a block. */
export type Unheld = { unjudged: number; overruled: number }

export const NOT_HELD: Unheld = { unjudged: 0, overruled: 0 }

const WEEK_MS = 7 * 24 * 3600_000

/** A gate that has not answered by then never will: hosts wait for three minutes. */
const ANSWER_MS = 200_000

/** Counts such turns of the last week. A stop that may still be judged is not counted. */
export function unheldIn(home: Readable, project: string, now: Date): Unheld {
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  const accounts = accountsOf(home, { since: before(WEEK_MS), project })
  const isQuiet = ({ last }: SessionAccount): boolean => last < before(ANSWER_MS)
  return {
    unjudged: sum(accounts.map((one) => (isQuiet(one) ? Math.max(one.ended.unanswered, one.unjudged) : one.unjudged))),
    overruled: sum(accounts.map(({ ended }) => ended.overruled)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
