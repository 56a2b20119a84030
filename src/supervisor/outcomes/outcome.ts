import type { Entry } from '../../ledger/kinds.ts'
import type { Call, Session } from '../../session/state.ts'
import type { Outcome } from '../../trust/outcome.ts'

/** A call whose outcome has become known: the seq of its proposal, the seq of its turn's prompt, and one sentence. */
export type ObservedCall = { seq: number; turn: number; outcome: Outcome; why: string }

/** The latest turns of a session, as its entries show them. */
export type SeenSession = {
  /** In the order they were written. */
  entries: readonly Entry[]
  session: Session
  /** True if the call may have changed files. False only if that is certain. */
  mayChange(call: Call): boolean
  /** True if the call may have left something running. */
  mayOutlast(call: Call): boolean
  /** True if the call only writes project files, with a tool whose whole effect is known. */
  writesOnly(call: Call): boolean
}

/** One turn; `seq` is that of its prompt, 0 before the first. */
export type SeenTurn = { seq: number; calls: readonly Call[] }

/** Finds the calls of one turn with one kind of outcome, each with a sentence. */
export type OutcomeRule = (turn: SeenTurn, seen: SeenSession) => { call: Call; why: string }[]

/** True if the call ran, whether or not it succeeded. */
export const hasRun = ({ denied, end }: Call): boolean =>
  denied === null && (end?.status === 'succeeded' || end?.status === 'failed' || end?.status === 'running')

/** True if a check or the score objected to the call. */
export const isFlagged = ({ flags, risk }: Call): boolean => flags.length > 0 || risk?.isEscalated === true
