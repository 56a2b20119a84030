import type { Entry } from '../ledger/kinds.ts'
import type { Content } from './facts.ts'
import type { FactFolds } from './fold-facts.ts'
import { isFailure, isUnsettled, Pairing } from './pairing.ts'
import type { Status, TurnVerdict } from './state.ts'

/** A session in numbers. Its size does not grow with the session. */
export type Tally = {
  host: string | null
  session: string | null
  agent: string | null
  /** The stream of the session that started it. */
  parent: string | null
  cwd: string | null
  turns: number
  calls: number
  failed: number
  /** The end of the last turn, as in `outcomeOf`; null if it has not ended or was interrupted. */
  verdict: TurnEnding | null
  /** `canary`: one of the doctor's test sessions, not real work. */
  state: 'open' | 'ended' | 'canary'
}

/** A tally in progress, the last stop of its last turn, and the calls that later entries may mention. */
export type Tallying = { tally: Tally; stop: LastStop | null; calls: Pairing<{ status: Status | null }> }

/** The end of a turn: the verdict on its last stop, or that it has none, or that the turn ended in spite of it. */
export type TurnEnding = TurnVerdict | 'unanswered' | 'overruled'

type LastStop = {
  seq: number
  at: string
  verdict: TurnVerdict | 'unanswered'
  worked: boolean
  /** Set once the turn ended although its last verdict is a block. */
  overruled: { worked: boolean } | null
}

/** Updates the verdict. Work after a stop voids it, because the agent will stop again, unless a block caused that work. */
function setStop(state: Tallying, stop: LastStop | null): void {
  state.stop = stop
  state.tally.verdict = stop === null ? null : endingOf(stop)
}

function endingOf({ verdict, worked, overruled }: LastStop): TurnEnding | null {
  if (overruled !== null) return overruled.worked ? null : 'overruled'
  return worked && verdict !== 'blocked' ? null : verdict
}

const newStop = ({ seq, at }: Entry): LastStop => ({ seq, at, verdict: 'unanswered', worked: false, overruled: null })

export const emptyTally = (): Tallying => ({
  tally: {
    host: null,
    session: null,
    agent: null,
    parent: null,
    cwd: null,
    turns: 0,
    calls: 0,
    failed: 0,
    verdict: null,
    state: 'open',
  },
  stop: null,
  calls: new Pairing(),
})

/** Counts the same calls that `sessionOf` lists. */
export const TALLY_FOLDS: FactFolds<Tallying> = {
  'session.started': (state, started) => {
    const { tally } = state
    tally.host ??= started.host
    tally.session ??= started.session
    tally.agent ??= started.agent?.id ?? null
    tally.cwd ??= started.cwd
    tally.parent ??= started.parent?.stream ?? null
    tally.state = 'open'
    return state
  },
  'session.ended': (state) => {
    state.tally.state = 'ended'
    return state
  },
  // The doctor writes this after everything else.
  'canary.judged': (state) => {
    state.tally.state = 'canary'
    return state
  },
  'turn.opened': (state) => {
    state.tally.turns++
    setStop(state, null)
    state.tally.state = 'open'
    return state
  },
  'dispatch.proposed': (state, call) => {
    state.tally.state = 'open'
    state.calls.propose(call, state.tally.turns, () => work(state))
    return state
  },
  'dispatch.unseen': (state, call) => {
    state.calls.propose(call, state.tally.turns, () => count(state))
    return state
  },
  // A background task has ended.
  'notice.received': (state, { task }) => {
    const call = state.calls.find(task?.call ?? '')
    if (call === null || !isUnsettled(call.status) || (task?.exit ?? 0) === 0) return state
    call.status = 'failed'
    state.tally.failed++
    return state
  },
  // The call did not run, whatever is reported about it later.
  'dispatch.denied': (state, { call: id }) => {
    const call = state.calls.find(id ?? '')
    if (call !== null) call.status = 'refused'
    return state
  },
  'dispatch.observed': observe,
  // No host reports the end of a subagent in any other way.
  'stop.reached': (state, _, entry) => {
    setStop(state, newStop(entry))
    if (state.tally.agent !== null) state.tally.state = 'ended'
    return state
  },
  'stop.judged': (state, { verdict }) => {
    if (state.stop !== null) setStop(state, { ...state.stop, verdict, overruled: null })
    return state
  },
  // A stop that no hook reported.
  'gate.unanswered': (state, { stop }, entry) => {
    if (stop === null) setStop(state, newStop(entry))
    return state
  },
  'gate.overruled': (state) => {
    const { stop } = state
    if (stop?.verdict === 'blocked') setStop(state, { ...stop, overruled: stop.overruled ?? { worked: false } })
    return state
  },
  'stop.settled': (state, { verdict, of }) => {
    if (state.stop !== null && (of || state.stop.seq) === state.stop.seq)
      setStop(state, { ...state.stop, verdict, overruled: null })
    return state
  },
}

function observe(state: Tallying, seen: Content<'dispatch.observed'>): Tallying {
  const { call } = state.calls.observe(seen, state.tally.turns, () => work(state))
  if (!isUnsettled(call.status)) return state
  call.status = seen.status
  if (isFailure(call.status)) state.tally.failed++
  return state
}

/** Counts a call that a hook reported, rather than only a transcript. */
function work(state: Tallying): { status: Status | null } {
  const { stop } = state
  if (stop !== null) setStop(state, { ...stop, worked: true, overruled: stop.overruled && { worked: true } })
  return count(state)
}

function count({ tally }: Tallying): { status: Status | null } {
  tally.calls++
  return { status: null }
}
