import { type Fact, fact, isFact } from '../../session/facts.ts'
import { readPositions } from '../../session/known-calls.ts'
import { type OpenEnd, openEnd } from '../../session/open-end.ts'
import type { HostEvent } from '../event.ts'
import type { TranscriptItem, World } from '../world.ts'

/**
 * Returns the fact to record before the next prompt or the end of the session, if the last turn ended without a verdict or in
 * spite of a block. The transcript is read only if the ledger leaves that open.
 */
export function unansweredIn(world: World, event: HostEvent): Fact[] {
  const { recorder } = world
  const open = recorder.has(event.stream) ? openEnd(recorder.recent(event.stream)) : null
  if (open === null) return []
  return open.kind === 'unanswered'
    ? [fact('gate.unanswered', { stop: open.stop })]
    : endShown(open, latestItems(world, event))
}

/** The items of the main agent since a transcript was last compared, and since the time before that. */
type Latest = { items: readonly TranscriptItem[]; wider: readonly TranscriptItem[] }

/** Reads the end of the transcript. At a prompt, no host has written that prompt yet. */
function latestItems({ recorder, transcripts }: World, { transcript, stream }: HostEvent): Latest {
  if (transcript === null) return { items: [], wider: [] }
  const [last, before = last] = readPositions(recorder.recent(stream), transcript, 2)
  const since = (bytes: number | undefined): TranscriptItem[] => {
    const seen = bytes === undefined ? [] : (transcripts.read(transcript, bytes)?.seen ?? [])
    return seen.filter(({ isSubagent }) => isSubagent !== true)
  }
  return { items: since(last), wider: since(before) }
}

/** The items after a person's last prompt. */
const ofTurn = (items: readonly TranscriptItem[]): readonly TranscriptItem[] =>
  items.slice(items.findLastIndex((one) => one.kind === 'prompt' && one.isFeedback !== true) + 1)

/** False for the result of a call: a host may write it after the last message, if the command still ran then. */
function isNews(one: TranscriptItem, at: number, items: readonly TranscriptItem[]): boolean {
  if (one.kind !== 'call') return one.kind !== 'result'
  const { call } = one.dispatch
  const next = items[at + 1]
  const isEnd = next?.kind === 'result' && next.call === call
  return !isEnd || !items.slice(0, at).some((other) => other.kind === 'call' && other.dispatch.call === call)
}

/**
 * Tells how a turn ended from the latest items of its transcript. Pure. A turn that a person interrupted, or that nothing is
 * known about, yields no fact.
 */
function endShown(open: Exclude<OpenEnd, { kind: 'unanswered' }>, { items, wider }: Latest): Fact[] {
  const latest = ofTurn(items)
  const end = latest.filter(isNews).at(-1)
  // A host may write a message only after its stop was judged. A later one follows a prompt, a call or our reason.
  const isUnjudged = end?.kind === 'message' && items.some(({ kind }) => kind !== 'message')
  const unjudged = isUnjudged ? [fact('gate.unanswered', { stop: null })] : []
  if (open.kind === 'unstopped' || open.hasGoneOn) return unjudged
  const { judged, isRestarted } = open
  // The other hook may have answered before ours.
  if (ofTurn(wider).some((one) => one.kind === 'cut' && one.by === 'hook'))
    return [fact('gate.overruled', { judged, by: 'hook' })]
  if (latest.some(({ kind }) => kind === 'prompt')) return unjudged
  return end?.kind === 'cut' || isRestarted ? [] : [fact('gate.overruled', { judged, by: null })]
}

/** Tells the person at the next prompt that the last stop was not judged, or was blocked in vain; and how many times. */
export function unansweredNotices(world: World, { stream }: HostEvent, fresh: readonly Fact[]): string[] {
  return fresh.flatMap((one) => {
    const text = isFact(one, 'gate.unanswered') ? UNANSWERED : isFact(one, 'gate.overruled') ? overruled(one) : null
    return text === null ? [] : [`Bailiff: ${text}${before(world, stream, one)}`]
  })
}

const UNANSWERED = 'the last stop was not judged: its hook was killed or took too long.'

const overruled = ({ body }: Fact): string =>
  'by' in body && body.by === 'hook'
    ? 'the last turn was blocked, but another hook ended it, so its claims are not earned. To find that hook: bailiff doctor.'
    : 'the last turn was blocked, but it ended anyway, so its claims are not earned. If nobody interrupted it, run: bailiff doctor.'

/** The number of such turns, if this is not the first one of the session. */
function before({ recorder }: World, stream: string, { kind }: Fact): string {
  let count = 0
  for (const entry of recorder.recent(stream)) if (isFact(entry, kind)) count++
  return count > 1 ? ` That makes ${count} in this session.` : ''
}
