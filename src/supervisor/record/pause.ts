import type { Entry } from '../../ledger/kinds.ts'
import { fact, isFact } from '../../session/facts.ts'
import type { Pause } from '../../session/pause.ts'
import { lastHeard } from '../../session/recent.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { World } from '../world.ts'
import { record } from './record.ts'

/** Skips an event while recording is paused. Records the pause itself, once: a gap must not look like inactivity. */
export function passOver(world: World, event: HostEvent, { since, until }: Pause): Answer {
  // Subagents need no streams of their own for this.
  const transcript = event.agent === null ? event.transcript : null
  const lead: HostEvent = { ...event, agent: null, stream: event.lead, transcript, report: { kind: 'other' }, rest: {} }
  const last = newestHeard(world, lead)
  if (last === null || !isFact(last, 'recording.paused'))
    record(world, lead, [fact('recording.paused', { since, until })])
  return GO_ON
}

/** Resumes a stream at its first event after a pause. Anything in the transcript by now must not be recorded either. */
export function takeUp(world: World, event: HostEvent, { since, until }: Pause): void {
  const last = newestHeard(world, event)
  if (last === null || until === null || last.at >= until) return
  const { transcript } = event
  const transcriptBytes = (transcript !== null && world.transcripts.sizeBytes(transcript)) || 0
  const body = { since, until, transcript, transcriptBytes }
  record(world, { ...event, report: { kind: 'other' } }, [fact('recording.resumed', body)])
}

function newestHeard({ recorder }: World, { stream }: HostEvent): Entry | null {
  return recorder.has(stream) ? lastHeard(recorder.recent(stream)) : null
}
