import { type Fact, fact, isFact } from '../../session/facts.ts'
import { COMPARISONS_BACK, isUnknown, type KnownCalls, knownCalls } from '../../session/known-calls.ts'
import type { Dispatch, HostEvent, Observation } from '../event.ts'
import type { TranscriptPart, World } from '../world.ts'
import { bodyOf, observed } from './observation.ts'

/**
 * Compares the host's own transcript with the ledger. Returns the facts to record: calls that no hook reported, and
 * results that only the transcript shows.
 */
export function reconciled(world: World, event: HostEvent): Fact[] {
  const { transcript, stream } = event
  // Anything before the first event happened unwatched, so comparison begins where the transcript ended at that event.
  if (transcript === null || !world.recorder.has(stream)) return []
  const lately = knownCalls(world.recorder.recent(stream), transcript, COMPARISONS_BACK)
  const wanted = lately.readBytes ?? world.transcripts.sizeBytes(transcript) ?? 0
  const part = world.transcripts.read(transcript, wanted)
  if (part === null) return [fact('transcript.unreadable', { transcript })]
  if (part.toBytes === lately.readBytes) return []
  // Shorter than before: the host rewrote it, and it may hold calls that were compared long ago.
  const isAnew = part.fromBytes < wanted
  const known = isAnew ? knownCalls(world.recorder.recent(stream), transcript, Number.POSITIVE_INFINITY) : lately
  const facts = factsOf(part, known, event)
  const skippedBytes = part.skippedBytes + (lately.readBytes === null ? wanted : 0)
  const compared = fact('transcript.compared', {
    transcript,
    fromBytes: part.fromBytes,
    toBytes: part.toBytes,
    // Skipped because there was too much to read, or because it may predate the recording.
    ...(skippedBytes > 0 && { skippedBytes }),
    malformed: part.malformed,
    unseen: facts.filter((one) => isFact(one, 'dispatch.unseen')).length,
    ...(Object.keys(known.matched).length > 0 && { matched: known.matched }),
  })
  return [...facts, compared]
}

function factsOf({ seen }: TranscriptPart, known: KnownCalls, { agent }: HostEvent): Fact[] {
  const facts: Fact[] = []
  const dispatches = new Map(seen.flatMap((one) => (one.kind === 'call' ? [[one.dispatch.call, one.dispatch]] : [])))
  for (const one of seen) {
    // A transcript may hold the calls of several agents.
    const isOwn = one.kind === 'call' && one.isSubagent !== (agent === null)
    if (isOwn && isUnknown(known, one.dispatch)) facts.push(fact('dispatch.unseen', bodyOf(one.dispatch)))
    if (one.kind === 'result' && !known.ended.has(one.call)) {
      known.ended.add(one.call)
      const dispatch = dispatches.get(one.call) ?? known.proposed.get(one.call)
      if (dispatch !== undefined) facts.push(ended(dispatch, one.observation, known))
    }
  }
  return facts
}

/** The end of a call. If the host's hooks have no ids, it is paired with its proposal by likeness. */
function ended(dispatch: Dispatch, observation: Observation, { matched }: KnownCalls): Fact {
  const isMatched = dispatch.call !== null && Object.hasOwn(matched, dispatch.call)
  return observed(isMatched ? { ...dispatch, call: null } : dispatch, observation, { shownBy: 'transcript' })
}
