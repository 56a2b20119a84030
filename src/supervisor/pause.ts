import type { Actor } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import type { HostEvent } from './event.ts'
import { record, streamOf } from './record.ts'
import type { World } from './recorder.ts'

/** A person's word that nothing is to be recorded for a while; `until` is null where they will say when. */
export type Pause = { since: string; until: string | null }

const PAUSED = 'recording.paused'

/** An event while recording is paused. That it is paused is recorded, once: a gap must not look like silence. */
export function passOver(world: World, event: HostEvent, { since, until }: Pause): Answer {
  // Subagents need no streams of their own for this.
  const transcript = event.agent === null ? event.transcript : null
  const lead: HostEvent = { ...event, agent: null, transcript, report: { kind: 'other' }, rest: {} }
  if (newestHeard(world, lead)?.kind !== PAUSED) {
    record(world, lead, [{ kind: PAUSED, actor: 'harness', body: { since, until } }])
  }
  return GO_ON
}

/** The first event of a stream after a pause: what stands in the transcript by now is not to be recorded either. */
export function takeUp(world: World, event: HostEvent, { since, until }: Pause): void {
  const last = newestHeard(world, event)
  if (last === null || until === null || last.at >= until) return
  const { transcript } = event
  const transcriptBytes = (transcript !== null && world.transcripts.sizeBytes(transcript)) || 0
  const body = { since, until, transcript, transcriptBytes }
  record(world, { ...event, report: { kind: 'other' } }, [{ kind: 'recording.resumed', actor: 'harness', body }])
}

/** What was last heard of the host: `bailiff validate` and `bailiff waive` write there too, whatever is paused. */
function newestHeard({ recorder }: World, event: HostEvent): { kind: string; at: string } | null {
  const stream = streamOf(event)
  if (!recorder.has(stream)) return null
  for (const entry of recorder.recent(stream)) if (!BY_COMMANDS.includes(entry.actor)) return entry
  return null
}

const BY_COMMANDS: readonly Actor[] = ['validator', 'admin']
