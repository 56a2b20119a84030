import type { Entry } from '../../ledger/kinds.ts'
import { type PendingStop, pendingStops } from '../../session/checking.ts'
import { type Fact, isFact, readFact } from '../../session/facts.ts'
import { latestTurns, sinceLastPrompt } from '../../session/recent.ts'
import type { HostEvent } from '../event.ts'
import type { CountingWorld } from '../guard.ts'
import { interruptedNotice, lateNotice } from '../stop/late-notices.ts'
import { interrupted } from '../stop/settled-facts.ts'

/** Facts about checks that will never report, and a line for the person about each check that ended after its turn. */
export type LateChecks = { facts: Fact[]; notices: string[] }

const NONE: LateChecks = { facts: [], notices: [] }

/** Looks for checks that ended since the last prompt, or whose process is gone. Finds none if the ledger is unreadable. */
export function lateChecks(world: CountingWorld, { stream, session }: HostEvent): LateChecks {
  const { recorder } = world
  try {
    if (!recorder.has(stream)) return NONE
    let entries = latestTurns(recorder.recent(stream))
    // Read again: a process may have recorded its result just before it ended.
    if (interruptedStops(world, entries).length > 0) entries = latestTurns(recorder.recent(stream))
    const gone = interruptedStops(world, entries)
    return {
      facts: gone.map((pending) => interrupted(pending, null)),
      notices: [
        ...noticesSince(entries, session),
        ...gone.map(({ judgement }) => interruptedNotice(judgement, session)),
      ],
    }
  } catch {
    // The turn opens all the same.
    return NONE
  }
}

/** The stops whose checks will never report. */
export const interruptedStops = ({ isInterrupted }: CountingWorld, entries: readonly Entry[]): PendingStop[] =>
  pendingStops(entries).filter(({ judgement }) => judgement.checking === null || isInterrupted(judgement.checking))

const noticesSince = (entries: readonly Entry[], session: string): string[] =>
  sinceLastPrompt([...entries].reverse()).flatMap((entry) =>
    isFact(entry, 'stop.settled') ? (lateNotice(readFact('stop.settled', entry), session) ?? []) : [],
  )
