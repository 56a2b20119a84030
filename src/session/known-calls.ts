import { sha256 } from '../ledger/digest.ts'
import type { Entry, Json } from '../ledger/kinds.ts'
import { isFact, kindOf, readFact } from './facts.ts'
import { likeOfDispatch, likeOfEntry } from './likeness.ts'

/** The calls that the ledger knows when a host's transcript is compared with it. */

type ProposedCall = { tool: string; input: Json; call: string | null; command: string | null }

/** `readBytes` is how far the transcript was read before; null if it is unknown how much of it predates the recording. */
export type KnownCalls = {
  readBytes: number | null
  calls: Set<string>
  ended: Set<string>
  /** Proposed calls by id, for results that arrive later. */
  proposed: Map<string, ProposedCall>
  likes: Map<string, number>
  /** The likeness of each call recognised by it, under the call's id in the transcript. */
  matched: { [id: string]: string }
  /** Likenesses that earlier comparisons used up: no entry matches two calls. */
  spent: Map<string, number>
}

/** The earlier comparison at which to stop looking back. Not the first: transcripts lag behind hooks, so it may miss calls. */
export const COMPARISONS_BACK = 2

export function knownCalls(recent: Iterable<Entry>, transcript: string, comparisonsBack: number): KnownCalls {
  const known: KnownCalls = {
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

/** How far a transcript was read at its latest comparisons, newest first. */
export function readPositions(recent: Iterable<Entry>, transcript: string, count: number): number[] {
  const positions: number[] = []
  for (const entry of recent) {
    if (positions.length === count) break
    const bytes = readBytesOf(entry, transcript)
    if (bytes !== null) positions.push(bytes)
  }
  return positions
}

/** Returns how far this transcript was read, if the entry says so. Anything written during a pause counts as read. */
function readBytesOf(entry: Entry, transcript: string): number | null {
  const read = readingIn(entry)
  // A null path: the transcript was not known yet, so none of it had been read.
  return read !== null && (read.transcript === transcript || read.transcript === null) ? read.bytes : null
}

function readingIn(entry: Entry): { transcript: string | null; bytes: number | null } | null {
  if (isFact(entry, 'session.started', 'recording.resumed')) {
    const { transcript, transcriptBytes } = readFact('recording.resumed', entry)
    return { transcript, bytes: transcriptBytes }
  }
  if (!isFact(entry, 'transcript.compared')) return null
  const { transcript, toBytes } = readFact('transcript.compared', entry)
  return { transcript, bytes: toBytes }
}

function spend({ calls, spent }: KnownCalls, entry: Entry): void {
  if (!isFact(entry, 'transcript.compared')) return
  for (const [id, like] of Object.entries(readFact('transcript.compared', entry).matched)) {
    calls.add(id)
    add(spent, String(like), 1)
  }
}

function remember({ calls, ended, proposed, likes, spent }: KnownCalls, entry: Entry): void {
  const kind = kindOf(entry)
  if (!kind.startsWith('dispatch.')) return
  const { call, tool, input, status } = entry.body
  if (typeof call === 'string') {
    calls.add(call)
    if (kind === 'dispatch.observed' && status !== undefined && status !== 'unknown') ended.add(call)
    // A reference to an artifact resolves only within its own entry.
    const given = entry.artifacts.length === 0 ? (input ?? null) : null
    if (kind === 'dispatch.proposed') proposed.set(call, { tool: String(tool), input: given, call, command: null })
  } else if (kind !== 'dispatch.observed') {
    const like = shortOf(likeOfEntry(entry))
    if ((spent.get(like) ?? 0) > 0) add(spent, like, -1)
    else add(likes, like, 1)
  }
}

/** True if no hook reported the call. A match is used up, so two identical calls need two entries. */
export function isUnknown(known: KnownCalls, dispatch: ProposedCall): boolean {
  const { call } = dispatch
  if (call !== null && known.calls.has(call)) return false
  if (call !== null) known.calls.add(call)
  const like = shortOf(likeOfDispatch(dispatch))
  if ((known.likes.get(like) ?? 0) <= 0) return true
  add(known.likes, like, -1)
  if (call !== null) known.matched[call] = like
  return false
}

const add = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by)

const shortOf = (like: string): string => sha256(like).slice(0, 16)
