import { canonical } from '../ledger/canonical.ts'
import type { Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { bodyOf, observed } from './dispatch.ts'
import type { HostEvent } from './event.ts'
import { type Fact, record, streamOf } from './record.ts'
import type { Seen, TranscriptPart, World } from './recorder.ts'

/**
 * Holds the host's own transcript against the ledger: calls that no hook reported are recorded as unseen, and what the
 * transcript knows of how a call ended is recorded where no hook told it.
 */
export function reconcile(world: World, event: HostEvent): void {
  if (event.transcript === null) return
  const known = knownFrom(world.recorder.recent(streamOf(event)))
  const part = world.transcripts.read(event.transcript, known.readBytes)
  if (part.toBytes === known.readBytes) return
  const facts = factsOf(part, known, event)
  const compared: JsonObject = {
    transcript: event.transcript,
    fromBytes: part.fromBytes,
    toBytes: part.toBytes,
    // What was not looked at, because there was too much of it.
    ...(part.fromBytes > known.readBytes && { skippedBytes: part.fromBytes - known.readBytes }),
    malformed: part.malformed,
    unseen: facts.filter(({ kind }) => kind === 'dispatch.unseen').length,
  }
  record(world, event, [...facts, { kind: 'transcript.compared', actor: 'harness', body: compared }])
}

/** What the ledger holds since the transcript was last compared, or the time before: transcripts may lag. */
type Known = { readBytes: number; calls: Set<string>; ended: Set<string>; likes: Map<string, number> }

/** How many comparisons back the ledger is searched for a call that only now stands in the transcript. */
const COMPARISONS_BACK = 2

function knownFrom(recent: Iterable<Entry>): Known {
  const known: Known = { readBytes: 0, calls: new Set(), ended: new Set(), likes: new Map() }
  let comparisons = 0
  for (const entry of recent) {
    const readBytes = readBytesOf(entry)
    if (readBytes === null) remember(known, entry)
    else if (comparisons === 0) known.readBytes = readBytes
    if (readBytes !== null && ++comparisons === COMPARISONS_BACK) break
  }
  return known
}

/** Up to where the transcript had been read at an entry, if the entry says so. */
function readBytesOf({ kind, body }: Entry): number | null {
  if (kind === 'session.started') return Number(body['transcriptBytes'] ?? 0)
  return kind === 'transcript.compared' ? Number(body['toBytes']) : null
}

function remember({ calls, ended, likes }: Known, { kind, body }: Entry): void {
  if (!kind.startsWith('dispatch.')) return
  const { call, tool, input } = body
  if (typeof call === 'string') {
    calls.add(call)
    if (kind === 'dispatch.observed' && body['status'] !== 'unknown') ended.add(call)
  } else if (kind !== 'dispatch.observed') {
    const like = likeOf(tool ?? null, input ?? null)
    likes.set(like, (likes.get(like) ?? 0) + 1)
  }
}

/** What a call is known by where the host gives it no id. */
const likeOf = (tool: Json, input: Json): string => canonical([tool, input])

function factsOf({ seen }: TranscriptPart, known: Known, event: HostEvent): Fact[] {
  const facts: Fact[] = []
  const dispatches = new Map(seen.flatMap((one) => (one.kind === 'call' ? [[one.dispatch.call, one.dispatch]] : [])))
  for (const one of seen) {
    if (isUnseen(one, known, event)) {
      facts.push({ kind: 'dispatch.unseen', actor: 'harness', body: bodyOf(one.dispatch) })
    }
    if (one.kind === 'result' && !known.ended.has(one.call)) {
      const dispatch = dispatches.get(one.call)
      known.ended.add(one.call)
      if (dispatch !== undefined) facts.push(observed(dispatch, one.observation, { shownBy: 'transcript' }))
    }
  }
  return facts
}

type SeenCall = Extract<Seen, { kind: 'call' }>

/** Takes the call off what is known, so that two like it need two. */
function isUnseen(one: Seen, known: Known, event: HostEvent): one is SeenCall {
  if (one.kind !== 'call' || one.isSubagent === (event.agent === null)) return false
  const { call, tool, input } = one.dispatch
  if (call !== null && known.calls.has(call)) return false
  if (call !== null) known.calls.add(call)
  const like = likeOf(tool, input)
  const left = known.likes.get(like) ?? 0
  known.likes.set(like, left - 1)
  return left <= 0
}
