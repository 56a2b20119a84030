import type { Entry } from '../ledger/kinds.ts'
import type { Content } from './facts.ts'
import { add, type Folding, lastStep } from './folding.ts'
import { isUnsettled } from './pairing.ts'
import { type Call, type End, stepsOf, type TaskEnd } from './state.ts'

/** The tool calls of a session: proposed, judged, observed, and ended in the background. */

type ProposedCall = Content<'dispatch.proposed'>

export function propose(state: Folding, call: ProposedCall, entry: Entry, by: 'seen' | 'unseen'): Folding {
  const { calls, session } = state
  calls.propose(call, session.turns.length, () => addCall(state, call, entry, by))
  return state
}

function addCall(state: Folding, { id, tool, input, cwd }: ProposedCall, entry: Entry, by: 'seen' | 'unseen'): Call {
  // No spread: a session has thousands of calls, and each copy costs more than the rest of the fold.
  const call: Call = {
    kind: 'call',
    seq: entry.seq,
    at: entry.at,
    id,
    tool,
    input,
    cwd,
    ranWith: null,
    isUnseen: by === 'unseen',
    denied: null,
    flags: [],
    isUnasked: false,
    isAsked: false,
    risk: null,
    end: null,
    task: null,
  }
  add(state, call)
  return call
}

export function observe(state: Folding, seen: Content<'dispatch.observed'>, entry: Entry): Folding {
  const { calls, session } = state
  const { call, proposed } = calls.observe(seen, session.turns.length, () => addCall(state, seen, entry, 'seen'))
  if (!isUnsettled(call.end?.status ?? null)) return state
  call.end = endOf(seen, entry, proposed === null || call.isUnseen ? null : call.at)
  // Transcripts and batches may phrase the input differently.
  const isOwn = proposed !== null && seen.shownBy === null
  if (isOwn && proposed.like !== seen.like) call.ranWith = seen.input
  return state
}

function endOf(seen: Content<'dispatch.observed'>, { seq, at }: Entry, proposedAt: string | null): End {
  const { status, exit, shownBy, said, isByPerson } = seen
  // A later report by another event does not say when the call ended.
  const from = shownBy === null ? proposedAt : null
  return { seq, at, status, exit, duration: durationOf(seen.durationMs, from, at), isByPerson, shownBy, said }
}

// biome-ignore lint/style/noRestrictedGlobals: parses a recorded time, reads no clock
const timeOf = (at: string): number => Date.parse(at)

function durationOf(reportedMs: number | null, from: string | null, to: string): End['duration'] {
  if (reportedMs !== null) return { ms: reportedMs, from: 'host' }
  if (from === null) return null
  return { ms: Math.max(0, timeOf(to) - timeOf(from)), from: 'entries' }
}

export function deny(state: Folding, { call: id, code }: Content<'dispatch.denied'>): Folding {
  const call = judged(state, id)
  if (call) call.denied = code
  return state
}

export function flag(state: Folding, { call: id, findings, isUnasked }: Content<'dispatch.flagged'>): Folding {
  const call = judged(state, id)
  if (call) Object.assign(call, { flags: findings, isUnasked })
  return state
}

export function score(state: Folding, { call: id, risk }: Content<'dispatch.scored'>): Folding {
  const call = judged(state, id)
  if (call) call.risk = risk
  return state
}

/** Notes that a person was asked. A call without an id is named by the seq of its proposal. */
export function ask(state: Folding, { call: id, of }: Content<'person.asked'>): Folding {
  const call = id === null ? callAt(state, of) : state.calls.find(id)
  if (call) call.isAsked = true
  return state
}

const callAt = ({ session }: Folding, seq: number | null): Call | null =>
  stepsOf(session).find((one): one is Call => one.kind === 'call' && one.seq === seq) ?? null

/** The call that a judgement is about. A call without an id is the one recorded right before its judgement. */
const judged = (state: Folding, id: string | null): Call | null =>
  id === null ? lastStep(state, 'call') : state.calls.find(id)

/** Records how a background call ended, according to a notification. */
export function endTask(
  { calls }: Folding,
  task: Content<'notice.received'>['task'],
  { seq, at }: Entry,
): TaskEnd | null {
  if (task === null) return null
  const end = { seq, at, status: task.status, exit: task.exit }
  const call = calls.find(task.call ?? '')
  if (call !== null) call.task = end
  return end
}
