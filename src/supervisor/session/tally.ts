import type { Folds } from '../../ledger/fold.ts'
import type { Entry } from '../../ledger/kinds.ts'
import type { Status } from '../event.ts'
import type { TurnVerdict } from '../verdict.ts'
import { foldInstead, knownOf, numberIn, objectIn, statusIn, wordIn } from './body.ts'
import { judgementIn } from './judgement.ts'
import { isFailure, isUnsettled, Pairing } from './pairing.ts'

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
  /** How the last turn ended, as `outcomeOf` has it; null where it has not, or was broken off. */
  verdict: TurnVerdict | 'unanswered' | null
  /** `canary`: the doctor's own, and nobody's work. */
  state: 'open' | 'ended' | 'canary'
}

/** A tally being made, the last stop of its last turn, and the calls that may still be heard of. */
export type Tallying = { tally: Tally; stop: LastStop | null; calls: Pairing<{ status: Status | null }> }

type LastStop = { verdict: TurnVerdict | 'unanswered'; after: 'nothing' | 'work' }

/** Whoever was let go and works again will stop again; whoever is held back goes on by that. */
function setStop(state: Tallying, stop: LastStop | null): void {
  const isOver = stop === null || (stop.after === 'work' && stop.verdict !== 'blocked')
  state.stop = stop
  state.tally.verdict = isOver ? null : stop.verdict
}

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

/** The same calls as in the session itself, only counted. */
export const TALLY_FOLDS: Folds<Tallying> = {
  'session.started': (state, { body }) => {
    const { tally } = state
    tally.host ??= wordIn(body, 'host')
    tally.session ??= wordIn(body, 'session')
    tally.agent ??= wordIn(body, 'agent')
    tally.cwd ??= wordIn(body, 'cwd')
    tally.parent ??= wordIn(objectIn(body, 'parent') ?? {}, 'stream')
    tally.state = 'open'
    return state
  },
  'session.ended': (state) => {
    state.tally.state = 'ended'
    return state
  },
  // The doctor says so when all else is over.
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
  'dispatch.proposed': (state, entry) => {
    state.tally.state = 'open'
    return propose(state, entry)
  },
  'dispatch.unseen': propose,
  // A task in the background has ended.
  'notice.received': (state, { body }) => {
    const task = objectIn(body, 'task') ?? {}
    const call = state.calls.find(wordIn(task, 'call') ?? '')
    if (call === null || !isUnsettled(call.status) || (numberIn(task, 'exit') ?? 0) === 0) return state
    call.status = 'failed'
    state.tally.failed++
    return state
  },
  // Whatever is heard of it later, it was not made.
  'dispatch.denied': (state, { body }) => {
    const call = state.calls.find(wordIn(body, 'call') ?? '')
    if (call !== null) call.status = 'refused'
    return state
  },
  'dispatch.observed': observe,
  'host.event': foldInstead(() => TALLY_FOLDS),
  // No host reports the end of a subagent in another way.
  'stop.reached': (state) => {
    setStop(state, { verdict: 'unanswered', after: 'nothing' })
    if (state.tally.agent !== null) state.tally.state = 'ended'
    return state
  },
  'stop.judged': (state, entry) => {
    if (state.stop !== null) setStop(state, { ...state.stop, verdict: judgementIn(entry).verdict })
    return state
  },
}

function propose(state: Tallying, entry: Entry): Tallying {
  const isUnseen = entry.kind === 'dispatch.unseen'
  state.calls.propose(knownOf(entry), state.tally.turns, () => (isUnseen ? count(state) : work(state)))
  return state
}

function observe(state: Tallying, entry: Entry): Tallying {
  const { call } = state.calls.observe(knownOf(entry), state.tally.turns, () => work(state))
  if (!isUnsettled(call.status)) return state
  call.status = statusIn(entry.body)
  if (isFailure(call.status)) state.tally.failed++
  return state
}

/** A call that was seen, not only found in a transcript. */
function work(state: Tallying): { status: Status | null } {
  if (state.stop !== null) setStop(state, { ...state.stop, after: 'work' })
  return count(state)
}

function count({ tally }: Tallying): { status: Status | null } {
  tally.calls++
  return { status: null }
}
