import { sha256 } from '../../ledger/digest.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { type Fact, fact, isFact, kindOf, readFact } from '../../session/facts.ts'
import { likeOfDispatch, likeOfEntry } from '../../session/likeness.ts'
import type { Dispatch, HostEvent } from '../event.ts'
import type { TranscriptItem, TranscriptPart, World } from '../world.ts'
import { bodyOf, observed } from './observation.ts'
import { record, streamOf } from './record.ts'

/**
 * Holds the host's own transcript against the ledger: calls that no hook reported are recorded as unseen, and what the
 * transcript knows of how a call ended is recorded where no hook told it.
 */
export function reconcile(world: World, event: HostEvent): void {
  const { transcript } = event
  const stream = streamOf(event)
  // Before anything was heard of a session nobody watched: where its transcript stands then is where it begins for us.
  if (transcript === null || !world.recorder.has(stream)) return
  const lately = knownFrom(world.recorder.recent(stream), transcript, COMPARISONS_BACK)
  const wanted = lately.readBytes ?? world.transcripts.sizeBytes(transcript) ?? 0
  const part = world.transcripts.read(transcript, wanted)
  if (part === null) record(world, event, [fact('transcript.unreadable', { transcript })])
  if (part === null || part.toBytes === lately.readBytes) return
  // Shorter than it was: it was written anew, and may hold what was compared long ago.
  const isAnew = part.fromBytes < wanted
  const known = isAnew ? knownFrom(world.recorder.recent(stream), transcript, Number.POSITIVE_INFINITY) : lately
  const facts = factsOf(part, known, event)
  const skippedBytes = part.skippedBytes + (lately.readBytes === null ? wanted : 0)
  const compared = {
    transcript,
    fromBytes: part.fromBytes,
    toBytes: part.toBytes,
    // What was not looked at: there was too much of it, or it may be from before anybody watched.
    ...(skippedBytes > 0 && { skippedBytes }),
    malformed: part.malformed,
    unseen: facts.filter((one) => isFact(one, 'dispatch.unseen')).length,
    ...(Object.keys(known.matched).length > 0 && { matched: known.matched }),
  }
  record(world, event, [...facts, fact('transcript.compared', compared)])
}

/**
 * What the ledger holds since the transcript was last compared, or the time before: transcripts may lag. `readBytes` is
 * null where nobody knows how much of it is from before this was watched.
 */
type Remembered = {
  readBytes: number | null
  calls: Set<string>
  ended: Set<string>
  /** By id, for results that come later than their calls. */
  proposed: Map<string, Dispatch>
  likes: Map<string, number>
  /** What was found by likeness: the transcript's id of the call, and what it is like. */
  matched: { [id: string]: string }
  /** How many of each likeness were found in comparisons that are met again: one call is not found twice. */
  spent: Map<string, number>
}

/** How many comparisons back the ledger is searched for a call that only now stands in the transcript. */
const COMPARISONS_BACK = 2

function knownFrom(recent: Iterable<Entry>, transcript: string, comparisonsBack: number): Remembered {
  const known: Remembered = {
    readBytes: null,
    calls: new Set(),
    ended: new Set(),
    proposed: new Map(),
    likes: new Map(),
    matched: {},
    spent: new Map(),
  }
  let comparisons = 0
  for (const entry of recent) {
    const readBytes = readBytesOf(entry, transcript)
    known.readBytes ??= readBytes
    spend(known, entry)
    if (readBytes === null) remember(known, entry)
    else if (++comparisons === comparisonsBack) break
  }
  return known
}

/**
 * How far the transcript had been read at an entry, if the entry says so of this one. What came while recording was paused
 * counts as read.
 */
function readBytesOf(entry: Entry, transcript: string): number | null {
  const read = readingIn(entry)
  // One that was not known yet has been read nowhere.
  return read !== null && (read.transcript === transcript || read.transcript === null) ? read.bytes : null
}

function readingIn(entry: Entry): { transcript: string | null; bytes: number | null } | null {
  if (isFact(entry, 'session.started') || isFact(entry, 'recording.resumed')) {
    const { transcript, transcriptBytes } = readFact('recording.resumed', entry)
    return { transcript, bytes: transcriptBytes }
  }
  if (!isFact(entry, 'transcript.compared')) return null
  const { transcript, toBytes } = readFact('transcript.compared', entry)
  return { transcript, bytes: toBytes }
}

/** A call that was found by its likeness then: neither it nor the entry it was found by counts again. */
function spend({ calls, spent }: Remembered, entry: Entry): void {
  if (!isFact(entry, 'transcript.compared')) return
  for (const [id, like] of Object.entries(readFact('transcript.compared', entry).matched)) {
    calls.add(id)
    add(spent, String(like), 1)
  }
}

const add = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by)

function remember({ calls, ended, proposed, likes, spent }: Remembered, entry: Entry): void {
  const kind = kindOf(entry)
  if (!kind.startsWith('dispatch.')) return
  const { call, tool, input, status } = entry.body
  if (typeof call === 'string') {
    calls.add(call)
    if (kind === 'dispatch.observed' && status !== undefined && status !== 'unknown') ended.add(call)
    // A text stored apart belongs to its own entry.
    const given = entry.artifacts.length === 0 ? (input ?? null) : null
    if (kind === 'dispatch.proposed') proposed.set(call, { tool: String(tool), input: given, call, command: null })
  } else if (kind !== 'dispatch.observed') {
    const like = shortOf(likeOfEntry(entry))
    if ((spent.get(like) ?? 0) > 0) add(spent, like, -1)
    else add(likes, like, 1)
  }
}

function factsOf({ seen }: TranscriptPart, known: Remembered, event: HostEvent): Fact[] {
  const facts: Fact[] = []
  const dispatches = new Map(seen.flatMap((one) => (one.kind === 'call' ? [[one.dispatch.call, one.dispatch]] : [])))
  for (const one of seen) {
    if (isUnseen(one, known, event)) {
      facts.push(fact('dispatch.unseen', bodyOf(one.dispatch)))
    }
    if (one.kind === 'result' && !known.ended.has(one.call)) {
      const dispatch = dispatches.get(one.call) ?? known.proposed.get(one.call)
      known.ended.add(one.call)
      if (dispatch !== undefined) facts.push(observed(dispatch, one.observation, { shownBy: 'transcript' }))
    }
  }
  return facts
}

type SeenCall = Extract<TranscriptItem, { kind: 'call' }>

/** Takes the call off what is known, so that two like it need two. */
function isUnseen(one: TranscriptItem, known: Remembered, event: HostEvent): one is SeenCall {
  if (one.kind !== 'call' || one.isSubagent === (event.agent === null)) return false
  const { call } = one.dispatch
  if (call !== null && known.calls.has(call)) return false
  if (call !== null) known.calls.add(call)
  const like = shortOf(likeOfDispatch(one.dispatch))
  if ((known.likes.get(like) ?? 0) <= 0) return true
  add(known.likes, like, -1)
  if (call !== null) known.matched[call] = like
  return false
}

const shortOf = (like: string): string => sha256(like).slice(0, 16)
