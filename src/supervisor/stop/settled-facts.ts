import type { JsonObject } from '../../ledger/kinds.ts'
import type { PendingStop } from '../../session/checking.ts'
import { type Fact, fact } from '../../session/facts.ts'
import type { RecordedJudgement } from '../../session/state.ts'

/** Records that a check ended before it had a result. Work on other content explains that; nothing else does. */
export function interrupted({ stop, judgement }: PendingStop, now: { sha256: string } | null): Fact {
  return now !== null && now.sha256 !== judgement.fingerprint
    ? superseded({ stop, judgement })
    : unjudged(
        { stop, judgement },
        'CHECK_INTERRUPTED',
        `${namesIn(judgement)} ended without a result: its process was killed.`,
      )
}

/** Records that the content changed before the check ended. */
export const superseded = ({ stop: of, judgement }: PendingStop): Fact =>
  fact('stop.settled', { verdict: 'superseded', of, ...carriedOver(judgement) })

/** Records that a stop cannot be judged any more. */
export const unjudged = ({ stop: of, judgement }: PendingStop, failed: string, detail: string): Fact =>
  fact('stop.settled', { verdict: 'unsupervised', of, failed, detail, ...carriedOver(judgement) })

const namesIn = ({ checking }: RecordedJudgement): string =>
  checking === null || checking.checks.length === 0 ? 'The check' : checking.checks.map((one) => `"${one}"`).join(', ')

/** The claims and findings of the stop, for accounts: none of them was earned. */
const carriedOver = ({
  claims,
  findings,
  notes,
  blocks,
  budget,
  policy,
  fingerprint,
}: RecordedJudgement): JsonObject => ({
  claims,
  findings,
  notes,
  blocks,
  budget,
  policy,
  fingerprint,
})
