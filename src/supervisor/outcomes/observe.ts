import { type Fact, fact, isFact, readFact } from '../../session/facts.ts'
import { latestTurns } from '../../session/recent.ts'
import type { Seen } from '../../trust/learning/seen.ts'
import { detailOf } from '../dispatch/protect.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { put } from '../record/append.ts'
import { findPolicy } from '../session-policy.ts'
import type { ObservedCall, SeenSession } from './outcome.ts'
import { outcomesOf, turnsOf } from './outcomes.ts'
import { seenSession } from './seen-session.ts'
import { toLearn } from './to-learn.ts'

/**
 * Finds the outcomes of a session's latest calls, records those that are new, and passes all of them on to be learnt from.
 * Outcomes are derived from entries, so one that was missed is found next time. Never throws: a verdict does not depend on it.
 */
export function observeOutcomes(world: GuardedWorld, event: HostEvent): void {
  try {
    if (!world.recorder.has(event.stream)) return
    const entries = latestTurns(world.recorder.recent(event.stream))
    const tools = world.guard.tools(event.host)
    const seen = seenSession(entries, tools, () => projectOf(world, event) ?? event.cwd ?? '/')
    const outcomes = outcomesOf(seen)
    const facts = unrecorded(outcomes, seen)
    if (facts.length > 0) put(world.recorder, event, event.stream, facts, [])
    learn(world, event, toLearn(event.stream, turnsOf(seen), outcomes, tools))
  } catch (error) {
    note(world, event, error)
  }
}

function unrecorded(outcomes: readonly ObservedCall[], { entries }: SeenSession): Fact[] {
  const known = new Set(
    entries.flatMap((entry) => {
      if (!isFact(entry, 'outcome.observed')) return []
      const { of, outcome } = readFact('outcome.observed', entry)
      return [`${of} ${outcome}`]
    }),
  )
  return outcomes
    .filter(({ seq, outcome }) => !known.has(`${seq} ${outcome}`))
    .map(({ seq, outcome, why }) => fact('outcome.observed', { of: seq, outcome, why }))
}

function learn(world: GuardedWorld, event: HostEvent, seen: Seen): void {
  const { trust } = world
  if (trust === null || (seen.count === null && seen.outcomes.length === 0)) return
  const project = projectOf(world, event)
  if (project !== null) trust.learn(project, seen)
}

/** The project that the session works in. Asked only if needed: the gate reads policies from the ledger, which takes time. */
function projectOf(world: GuardedWorld, event: HostEvent): string | null {
  const found = findPolicy(world, event)
  return found.kind === 'found' ? found.active.project : null
}

function note({ recorder }: GuardedWorld, event: HostEvent, error: unknown): void {
  try {
    const noted = fact('blindspot.noted', { code: 'outcomes-unobserved', detail: detailOf(error) })
    put(recorder, event, event.stream, [noted], [])
  } catch {
    // The ledger itself is unusable, and the event has already said so.
  }
}
