import { LedgerError } from '../ledger/errors.ts'
import type { Actor, ArtifactRef, Draft, Entry, Json, JsonObject } from '../ledger/kinds.ts'
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
  const isNew = !recorder.has(stream)
  // An announcement is a fact of its own. Otherwise whoever of several is first to write begins the stream.
  if (event.report.kind === 'session-started') {
    put(recorder, event, stream, [startOf(world, event, stream, isNew), ...facts], [])
  } else put(recorder, event, stream, facts, isNew ? [startOf(world, event, stream, isNew)] : [])
}

function put(recorder: Recorder, event: HostEvent, stream: string, facts: Fact[], beginning: Fact[]): void {
  const start = beginning.map((fact) => draftOf(recorder, fact))
  const drafts = facts.map((fact) => draftOf(recorder, fact))
  const odd = whereUnfit(() => recorder.append(stream, drafts, start))
  if (odd === null) return
  if (facts.length > 1) {
    // One odd fact takes no other with it.
    const half = facts.length >> 1
    put(recorder, event, stream, facts.slice(0, half), beginning)
    put(recorder, event, stream, facts.slice(half), beginning)
    return
  }
  const instead = [unfit(recorder, event, odd, facts[0])]
  if (whereUnfit(() => recorder.append(stream, instead, start)) !== null) recorder.append(stream, instead)
}

/** What the ledger refuses because of its form: too deep, too large, not to be written as JSON exactly. */
const UNFIT: ReadonlySet<string> = new Set(['NOT_JSON', 'TOO_DEEP', 'ENTRY_TOO_LARGE', 'ENTRY_INVALID'])

/** Null where it was appended, otherwise why its form is refused. */
function whereUnfit(append: () => void): string | null {
  try {
    append()
    return null
  } catch (error) {
    if (error instanceof LedgerError && UNFIT.has(error.code)) return error.code
    throw error
  }
}

/** Says which call it was about all the same, so that nobody takes it for one that was not heard of. */
function unfit(recorder: Recorder, event: HostEvent, refused: string, fact: Fact | undefined): Draft {
  const { call } = fact?.body ?? {}
  const isPlain = typeof call === 'string' && call.isWellFormed() && call.length <= MAX_ID
  const body = {
    event: event.name,
    refused,
    ...(fact !== undefined && { insteadOf: fact.kind }),
    ...(isPlain && { call }),
  }
  return { kind: 'host.event', actor: 'harness', body, artifacts: [recorder.keep('event', event.raw)] }
}

/** No host's ids are longer. */
const MAX_ID = 1024

/** What an entry says happened, also where only the raw bytes of it could be kept. */
export const kindOf = ({ kind, body }: Entry): string => {
  const { insteadOf } = body
  return kind === 'host.event' && typeof insteadOf === 'string' ? insteadOf : kind
}

/** Hosts do not announce every session, nor every subagent: the first thing heard of one begins its stream. */
function startOf({ recorder, transcripts }: World, event: HostEvent, stream: string, isNew: boolean): Fact {
  const { host, session, agent, cwd, transcript, startedBy, report } = event
  const started = report.kind === 'session-started' ? report : null
  const parent = agent === null ? parentOf(startedBy) : { stream: sessionStream(host, session), host }
  const body = {
    host,
    session,
    ...(agent !== null && { agent: agent.id, agentType: agent.type }),
    cwd,
    transcript,
    // What stands in the transcript already happened before anybody watched.
    ...(isNew && { transcriptBytes: (transcript !== null && transcripts.sizeBytes(transcript)) || 0 }),
    source: started === null ? (agent === null ? 'unannounced' : 'agent') : started.source,
    ...(started?.model && { model: started.model }),
    ...(parent !== null && { parent }),
    ...(started !== null && { blindSpots: [...started.blindSpots], ...restOf(event) }),
  }
  if (parent !== null) tellParent(recorder, event, parent, stream)
  return { kind: 'session.started', actor: 'harness', body }
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
  if (agent === null) {
    const fact: Fact = { kind: 'session.linked', actor: 'harness', body: { stream, host } }
    recorder.append(parent.stream, [draftOf(recorder, fact)])
  } else tellLead(recorder, event, 'agent.started', { agent: agent.id, type: agent.type, stream })
}

/** Says something of a subagent in the stream of its lead, which may not have been heard of itself. */
export function tellLead(recorder: Recorder, event: HostEvent, kind: string, body: JsonObject): void {
  const { host, session, cwd } = event
  const lead = sessionStream(host, session)
  // Without `transcriptBytes`: only the lead's own events say where its transcript is.
  const start: Fact = {
    kind: 'session.started',
    actor: 'harness',
    body: { host, session, cwd, transcript: null, source: 'unannounced' },
  }
  put(recorder, event, lead, [{ kind, actor: 'harness', body }], recorder.has(lead) ? [] : [start])
}

/** What the host said besides. */
export const restOf = ({ rest }: HostEvent): JsonObject => (Object.keys(rest).length === 0 ? {} : { rest })

/** A text of this length or more is stored apart, so that an entry stays small; `{artifact: name}` stands for it. */
const MAX_TEXT_BYTES = 16 << 10

/** An entry of a fact, with its long texts as artifacts. */
export function draftOf(recorder: Recorder, { kind, actor, body }: Fact): Draft {
  const artifacts: ArtifactRef[] = []
  const taken = new Set<string>()
  const keep = (path: string, text: string): Json => {
    // What came may hold such an object itself: no artifact has the name it mentions.
    if (taken.size === 0) mention(body, taken, 0)
    const name = nameOf(path, taken, artifacts.length)
    taken.add(name)
    artifacts.push(recorder.keep(name, Buffer.from(text)))
    return { artifact: name }
  }
  return { kind, actor, body: shorten(body, '', keep, 0) as JsonObject, artifacts }
}

function nameOf(path: string, taken: ReadonlySet<string>, given: number): string {
  const plain = /^[\w.-]{1,80}$/.test(path) ? path : 'text'
  let name = plain
  for (let n = Math.max(2, given + 1); taken.has(name); n++) name = `${plain}.${n}`
  return name
}

/** Collects the names that stand in a value where that of an artifact could. */
function mention(value: Json, names: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'artifact' && typeof one === 'string') names.add(one)
    else mention(one, names, depth + 1)
  }
}

/** Deeper than this nobody looks; the ledger has a limit of its own. */
const MAX_DEPTH = 64

export function shorten(value: Json, path: string, keep: (path: string, text: string) => Json, depth: number): Json {
  if (typeof value === 'string')
    return value.length >= MAX_TEXT_BYTES && value.isWellFormed() ? keep(path, value) : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((one, i) => shorten(one, `${path}.${i}`, keep, depth + 1))
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, one]) => [key, shorten(one, path === '' ? key : `${path}.${key}`, keep, depth + 1)]),
  )
}
