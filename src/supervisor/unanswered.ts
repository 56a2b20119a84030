import type { Fact } from './fact.ts'
import type { Recorder } from './recorder.ts'

/**
 * The last stop of a stream, where nobody judged it: the gate was killed or took too long, and the host went on. Said at
 * the next event that shows it.
 */
export function unansweredIn(recorder: Recorder, stream: string): Fact[] {
  if (!recorder.has(stream)) return []
  for (const { kind, seq, body } of recorder.recent(stream)) {
    if (ANSWERED.includes(kind)) return []
    if (kind === 'stop.reached')
      return body['gated'] === true ? [{ kind: 'gate.unanswered', actor: 'harness', body: { stop: seq } }] : []
  }
  return []
}

const ANSWERED: readonly string[] = ['stop.judged', 'gate.unanswered', 'turn.opened', 'recording.resumed']
