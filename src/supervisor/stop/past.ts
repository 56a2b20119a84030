import type { Did, Past } from '../../claims/evidence.ts'
import { didOf } from '../../claims/turn-effects.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { sessionOf } from '../../session/fold.ts'
import type { RecordedJudgement, Session, Step } from '../../session/state.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { isFollowUp } from './follow-up.ts'
import { turnOf } from './turn.ts'

/** Limit on the entries of a session that are read. */
const MAX_ENTRIES = 5_000

/** Reads what the session did before this turn. Only needed if the turn itself did nothing. */
export function pastOf({ recorder, guard }: GuardedWorld, { stream, host, cwd }: HostEvent, root: string): Past {
  const session = sessionOf(latest(recorder.recent(stream)))
  const reader = { root, tools: guard.tools(host), endOf: () => '' }
  // Each turn is read as if it were the last one.
  const didIn = (turns: Session['turns']) =>
    didOf(
      turnOf({ ...session, cwd: session.cwd ?? cwd, turns, before: turns.length === 0 ? session.before : [] }, reader),
    )
  const earlier = session.turns.slice(0, -1)
  const did = [didIn([]), ...earlier.map((turn) => didIn([turn]))]
  const asked = session.turns.findLastIndex(({ prompt }) => typeof prompt !== 'string' || !isFollowUp(prompt))
  return {
    changed: did.some(({ acted, deployed }) => acted || deployed),
    // The effects before the first prompt come first.
    acted: did.slice(asked < 0 ? 0 : asked + 1).some(({ acted, deployed }) => acted || deployed),
    unproven: isUnproven(did, [session.before, ...earlier.map(({ steps }) => steps)]),
    made: (act) => did.some((one) => one.made(act)),
  }
}

/** True if a turn wrote files, and neither it nor a later turn earned a claim about the work. Both lists go by turn. */
function isUnproven(did: readonly Did[], steps: readonly (readonly Step[])[]): boolean {
  const wrote = did.findLastIndex(({ changed, undone }) => changed || undone)
  const earned = steps.findLastIndex((own) => own.some((step) => step.kind === 'judgement' && isEarned(step)))
  return wrote >= 0 && earned < wrote
}

/** A push earns `shipped`, but says nothing about the work. */
const isEarned = ({ verdict, notes }: RecordedJudgement): boolean =>
  verdict === 'earned' && notes.some(({ code, subject }) => code === 'EARNED' && subject !== 'shipped')

function latest(recent: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  for (const entry of recent) if (entries.push(entry) === MAX_ENTRIES) break
  return entries.reverse()
}
