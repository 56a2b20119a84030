import { LedgerError } from '../ledger/errors.ts'
import type { Actor, ArtifactRef, Draft, Json, JsonObject } from '../ledger/kinds.ts'
import type { HostEvent } from './event.ts'
import type { Recorder, World } from './recorder.ts'
import { sessionStream } from './streams.ts'

/** The stream an event belongs to. */
export const streamOf = ({ host, session, agent }: HostEvent): string => sessionStream(host, session, agent?.id ?? null)

/** A fact of an event, before it is an entry. */
export type Fact = { kind: string; actor: Actor; body: JsonObject }

/**
 * Puts facts of an event on record in its stream, beginning the stream where it is new. What the ledger cannot take is
 * kept as raw bytes instead: an event is never lost because it is odd.
 */
export function record(world: World, event: HostEvent, facts: Fact[]): void {
  const { recorder } = world
  const stream = streamOf(event)
  const drafts = [...beginning(world, event, stream), ...facts].map((fact) => draftOf(recorder, fact))
  try {
    recorder.append(stream, drafts)
  } catch (error) {
    if (!(error instanceof LedgerError) || !UNFIT.has(error.code)) throw error
    recorder.append(stream, [unfit(recorder, event, error.code)])
  }
}

/** What the ledger refuses because of its form: too deep, too large, not to be written as JSON exactly. */
const UNFIT: ReadonlySet<string> = new Set(['NOT_JSON', 'TOO_DEEP', 'ENTRY_TOO_LARGE', 'ENTRY_INVALID'])

function unfit(recorder: Recorder, event: HostEvent, code: string): Draft {
  const raw = recorder.keep('event', event.raw)
  return { kind: 'host.event', actor: 'harness', body: { event: event.name, refused: code }, artifacts: [raw] }
}

/** Hosts do not announce every session, nor every subagent: the first thing heard of one begins its stream. */
function beginning({ recorder, transcripts }: World, event: HostEvent, stream: string): Fact[] {
  const { host, session, agent, cwd, transcript, startedBy, report } = event
  if (report.kind !== 'session-started' && recorder.has(stream)) return []
  const started = report.kind === 'session-started' ? report : null
  const parent = agent === null ? parentOf(startedBy) : { stream: sessionStream(host, session), host }
  const body = {
    host,
    session,
    ...(agent !== null && { agent: agent.id, agentType: agent.type }),
    cwd,
    transcript,
    // What stands in the transcript already happened before anybody watched.
    transcriptBytes: (transcript !== null && transcripts.sizeBytes(transcript)) || 0,
    source: started === null ? (agent === null ? 'unannounced' : 'agent') : started.source,
    ...(started?.model && { model: started.model }),
    ...(parent !== null && { parent }),
    ...(started !== null && { blindSpots: [...started.blindSpots], ...restOf(event) }),
  }
  if (parent !== null) tellParent(recorder, event, parent, stream)
  return [{ kind: 'session.started', actor: 'harness', body }]
}

type Parent = { stream: string | null; host: string }

const parentOf = (startedBy: HostEvent['startedBy']): Parent | null =>
  startedBy && {
    stream: startedBy.session === null ? null : sessionStream(startedBy.host, startedBy.session),
    host: startedBy.host,
  }

/** The link is told on both sides, so that a lead's stream shows whom it started. */
function tellParent(recorder: Recorder, event: HostEvent, parent: Parent, stream: string): void {
  if (parent.stream === null || (event.agent === null && !recorder.has(parent.stream))) return
  const { agent, host } = event
  const fact: Fact =
    agent === null
      ? { kind: 'session.linked', actor: 'harness', body: { stream, host } }
      : { kind: 'agent.started', actor: 'harness', body: { agent: agent.id, type: agent.type, stream } }
  recorder.append(parent.stream, [draftOf(recorder, fact)])
}

/** What the host said besides. */
export const restOf = ({ rest }: HostEvent): JsonObject => (Object.keys(rest).length === 0 ? {} : { rest })

/** A text of this length or more is stored apart, so that an entry stays small; `{artifact: name}` stands for it. */
const MAX_TEXT_BYTES = 16 << 10

/** An entry of a fact, with its long texts as artifacts. */
export function draftOf(recorder: Recorder, { kind, actor, body }: Fact): Draft {
  const artifacts: ArtifactRef[] = []
  const keep = (path: string, text: string): Json => {
    const name = nameOf(path, artifacts)
    artifacts.push(recorder.keep(name, Buffer.from(text)))
    return { artifact: name }
  }
  return { kind, actor, body: shorten(body, '', keep, 0) as JsonObject, artifacts }
}

const nameOf = (path: string, taken: readonly ArtifactRef[]): string => {
  const plain = /^[\w.-]{1,80}$/.test(path) ? path : 'text'
  return taken.some(({ name }) => name === plain) ? `${plain}.${taken.length + 1}` : plain
}

/** Deeper than this nobody looks; the ledger has a limit of its own. */
const MAX_DEPTH = 64

function shorten(value: Json, path: string, keep: (path: string, text: string) => Json, depth: number): Json {
  if (typeof value === 'string')
    return value.length >= MAX_TEXT_BYTES && value.isWellFormed() ? keep(path, value) : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((one, i) => shorten(one, `${path}.${i}`, keep, depth + 1))
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, one]) => [key, shorten(one, path === '' ? key : `${path}.${key}`, keep, depth + 1)]),
  )
}
