import { type Fact, fact } from '../../session/facts.ts'
import { draftsOf } from '../../session/long-texts.ts'
import { sessionStream } from '../../session/streams.ts'
import type { HostEvent } from '../event.ts'
import { restOf } from '../event.ts'
import { turnSighting } from '../outcomes/turn-sighting.ts'
import type { World } from '../world.ts'
import { put } from './append.ts'

/** The first fact of a stream. Hosts do not announce every session or subagent, so any event can begin a stream. */
export function startOf(world: World, event: HostEvent, isNew: boolean): Fact {
  const { transcripts, environment } = world
  const { host, session, agent, cwd, transcript, report } = event
  const started = report.kind === 'session-started' ? report : null
  const parent = parentOf(event)
  const body = {
    host,
    session,
    ...(agent !== null && { agent: agent.id, agentType: agent.type }),
    cwd,
    transcript,
    // Anything already in the transcript happened before recording began.
    ...(isNew && { transcriptBytes: (transcript !== null && transcripts.sizeBytes(transcript)) || 0 }),
    source: started === null ? (agent === null ? 'unannounced' : 'agent') : started.source,
    ...(started?.model && { model: started.model }),
    ...(parent !== null && { parent }),
    ...(agent === null && { environment }),
    // A session that goes on may find that a person has undone something.
    ...(!isNew && turnSighting(world, event)),
    ...(started !== null && { blindSpots: [...started.blindSpots], ...restOf(event) }),
  }
  return fact('session.started', body)
}

type Parent = { stream: string | null; host: string }

function parentOf({ host, agent, lead, startedBy }: HostEvent): Parent | null {
  if (agent !== null) return { stream: lead, host }
  if (startedBy === null) return null
  const stream = startedBy.session === null ? null : sessionStream(startedBy.host, startedBy.session)
  return { stream, host: startedBy.host }
}

/** Records the link in the parent's stream too, so that a lead's stream shows which agents it started. */
export function tellParent(world: World, event: HostEvent, stream: string): void {
  const { recorder } = world
  const parent = parentOf(event)?.stream ?? null
  if (parent === null || (event.agent === null && !recorder.has(parent))) return
  const { agent, host } = event
  if (agent === null) {
    recorder.append(parent, draftsOf(recorder, [fact('session.linked', { stream, host })]))
  } else tellLead(world, event, fact('agent.started', { agent: agent.id, type: agent.type, stream }))
}

/** Records a fact about a subagent in the stream of its lead. Begins that stream if the lead has sent no event yet. */
export function tellLead({ recorder, sessions }: World, event: HostEvent, told: Fact): void {
  const { host, session, cwd, lead } = event
  // Without `transcriptBytes`: only the lead's own events say where its transcript is.
  const start = fact('session.started', { host, session, cwd, transcript: null, source: 'unannounced' })
  const isNew = !recorder.has(lead)
  put(recorder, event, lead, [told], isNew ? [start] : [])
  if (isNew) sessions.opened(lead, cwd)
}
