import { type Fact, type FactKind, fact, isFact, readFact } from '../../session/facts.ts'
import type { Recorder } from '../world.ts'

/**
 * Reports the last stop of a stream if no gate answered it: the gate was killed or took too long, and the host went on.
 * Recorded with the next event that shows it.
 */
export function unansweredIn(recorder: Recorder, stream: string): Fact[] {
  if (!recorder.has(stream)) return []
  for (const entry of recorder.recent(stream)) {
    if (isFact(entry, ...ANSWERED)) return []
    if (isFact(entry, 'stop.reached'))
      return readFact('stop.reached', entry).isGated ? [fact('gate.unanswered', { stop: entry.seq })] : []
  }
  return []
}

const ANSWERED: readonly FactKind[] = ['stop.judged', 'gate.unanswered', 'turn.opened', 'recording.resumed']
