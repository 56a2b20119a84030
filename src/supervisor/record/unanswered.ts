import type { Recorder } from '../../ledger/store.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { unansweredStop } from '../../session/recent.ts'

/** Returns the fact that no gate answered the last stop, to be recorded with the next event. */
export function unansweredIn(recorder: Recorder, stream: string): Fact[] {
  const stop = recorder.has(stream) ? unansweredStop(recorder.recent(stream)) : null
  return stop === null ? [] : [fact('gate.unanswered', { stop })]
}
