import type { Entry } from '../ledger/kinds.ts'
import { isFact, readFact } from './facts.ts'

/**
 * A turn that the ledger leaves open when a person's next prompt or the end of the session comes.
 * - `unanswered`: its last stop has no verdict.
 * - `held`: its last stop was blocked; `judged` is the seq of that verdict. `hasGoneOn`: the agent continued; `isRestarted`: its
 *   host has started again since.
 * - `unstopped`: no stop was recorded, or none since the agent went on.
 */
export type OpenEnd =
  | { kind: 'unanswered'; stop: number }
  | { kind: 'held'; judged: number; hasGoneOn: boolean; isRestarted: boolean }
  | { kind: 'unstopped' }

/** Returns how the last turn is left open; null if it is not, or if an earlier event has said so. Entries come newest first. */
export function openEnd(recent: Iterable<Entry>): OpenEnd | null {
  const seen = { hasGoneOn: false, isRestarted: false }
  for (const entry of recent) {
    if (isFact(entry, ...SETTLED)) return null
    if (isFact(entry, 'turn.opened')) return { kind: 'unstopped' }
    if (isFact(entry, 'stop.judged')) return judgedEnd(entry, seen.hasGoneOn, seen.isRestarted)
    if (isFact(entry, 'stop.reached')) return reachedEnd(entry, seen.hasGoneOn)
    seen.hasGoneOn ||= isFact(entry, 'dispatch.proposed', 'notice.received')
    seen.isRestarted ||= isFact(entry, 'session.started')
  }
  return null
}

function judgedEnd(entry: Entry, hasGoneOn: boolean, isRestarted: boolean): OpenEnd | null {
  if (readFact('stop.judged', entry).verdict === 'blocked')
    return { kind: 'held', judged: entry.seq, hasGoneOn, isRestarted }
  return hasGoneOn ? { kind: 'unstopped' } : null
}

const reachedEnd = (entry: Entry, hasGoneOn: boolean): OpenEnd | null =>
  readFact('stop.reached', entry).isGated && !hasGoneOn ? { kind: 'unanswered', stop: entry.seq } : null

/** Kinds after which nothing is left to be said about the turn: it was said, the host reported an error, or nobody looked. */
const SETTLED = [
  'gate.unanswered',
  'gate.overruled',
  'session.ended',
  'stop.failed',
  'recording.paused',
  'recording.resumed',
] as const
