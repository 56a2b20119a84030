import type { Recorder } from '../../ledger/store.ts'
import { type Fact, fact, isFact } from '../../session/facts.ts'
import { unansweredStop } from '../../session/recent.ts'

/** Returns the fact that no gate answered the last stop, to be recorded with the next event. */
export function unansweredIn(recorder: Recorder, stream: string): Fact[] {
  const stop = recorder.has(stream) ? unansweredStop(recorder.recent(stream)) : null
  return stop === null ? [] : [fact('gate.unanswered', { stop })]
}

/** Tells the person at the next prompt how many stops of the session went unjudged; none if the last one was judged. */
export function unansweredNotices(recorder: Recorder, stream: string, fresh: readonly Fact[]): string[] {
  if (fresh.length === 0) return []
  let count = 0
  for (const entry of recorder.recent(stream)) if (isFact(entry, 'gate.unanswered')) count++
  const before = count > 1 ? ` That makes ${count} in this session.` : ''
  return [`Bailiff: the last stop was not judged: its hook was killed or took too long.${before}`]
}
