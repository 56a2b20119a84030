import {
  type Checking,
  type RecordedJudgement,
  type Session,
  STOP_HOOK_ADDED,
  type Step,
  stepsOf,
  type Text,
  type TurnVerdict,
} from './state.ts'

/** The end of a session's last turn, or of a subagent's work. */
export type TurnEnd = {
  /** The number of the turn, from 1; 0 if no prompt opened one, as in a subagent's stream. */
  turn: number
  /** The seq of its prompt; 0 if there is none. */
  seq: number
} & (
  | { kind: 'judged'; stop: StopStep; judgement: RecordedJudgement }
  /** The last stop has no verdict: the gate was killed or took too long (`isCertain`), or is still judging. */
  | { kind: 'unanswered'; stop: StopStep; isCertain: boolean }
  /** The last stop waits for these checks. The ledger cannot show this: see `readEnd`. */
  | { kind: 'checking'; stop: StopStep; checking: Checking }
  /** The last stop was blocked, but the turn ended anyway; `by` says who ended it, if that is known. */
  | { kind: 'overruled'; stop: StopStep; judgement: RecordedJudgement; by: string | null }
  /**
   * The turn has not ended, or it continued after `earlier`, the verdict that allowed it to end.
   * `failure` is the error with which the host interrupted it.
   */
  | { kind: 'going-on'; failure: Failure | null; earlier: RecordedJudgement | null }
)

type StopStep = Extract<Step, { kind: 'stop' }>
type Failure = Extract<Step, { kind: 'failure' }>
type Overruled = Extract<Step, { kind: 'overruled' }>

export function outcomeOf(session: Session): TurnEnd {
  const last = session.turns.at(-1)
  const steps = last?.steps ?? session.before
  const turn = { turn: session.turns.length, seq: last?.seq ?? 0 }
  const at = steps.findLastIndex(({ kind }) => kind === 'stop')
  const stop = steps[at]
  const after = steps.slice(at + 1)
  const failure = after.findLast((step): step is Failure => step.kind === 'failure') ?? null
  if (stop?.kind !== 'stop') return { ...turn, kind: 'going-on', failure, earlier: null }
  const judgement = judgementOf(after, stop.seq)
  const ended = judgement === undefined ? null : overruledIn(after, judgement)
  // A blocked agent continues because of the block. An agent that continues after it was allowed to stop will stop again.
  const isHeldBack = judgement?.verdict === 'blocked' && ended === null
  if (!isHeldBack && after.slice(ended === null ? 0 : after.indexOf(ended)).some(isWork))
    return { ...turn, kind: 'going-on', failure, earlier: leftBehind(steps) }
  if (judgement === undefined)
    return { ...turn, kind: 'unanswered', stop, isCertain: after.some(({ kind }) => kind === 'unanswered') }
  return ended === null
    ? { ...turn, kind: 'judged', stop, judgement }
    : { ...turn, kind: 'overruled', stop, judgement, by: ended.by }
}

/** The step that says that the turn ended although this verdict blocked it; null if there is none. */
const overruledIn = (after: readonly Step[], judgement: RecordedJudgement): Overruled | null =>
  judgement.verdict === 'blocked'
    ? (after.slice(after.indexOf(judgement)).find((step): step is Overruled => step.kind === 'overruled') ?? null)
    : null

/** The last verdict on a stop, in the steps after it. An earlier stop's verdict may come late, among them. */
const judgementOf = (after: readonly Step[], stop: number): RecordedJudgement | undefined =>
  after.findLast((step): step is RecordedJudgement => step.kind === 'judgement' && (step.of || stop) === stop)

/** The verdict that allowed a turn to end, if the agent continued and no later stop covers that work; null otherwise. */
export function leftBehind(steps: readonly Step[]): RecordedJudgement | null {
  const after = steps.slice(steps.findLastIndex(({ kind }) => kind === 'stop') + 1)
  const judgement = after.findLast((step): step is RecordedJudgement => step.kind === 'judgement')
  if (judgement === undefined || GOES_ON.includes(judgement.verdict)) return null
  return after.some(isWork) ? judgement : null
}

/** True for a call that a hook reported. A call that only a transcript shows may have run before the stop. */
const isWork = (step: Step): boolean => step.kind === 'call' && !step.isUnseen

/** Verdicts that leave no blocking finding open. */
export const FINE: readonly TurnVerdict[] = ['unclaimed', 'earned', 'warned', 'red', 'deferred']

/** True if the gate let the turn end without a blocking finding. */
export const isFine = (outcome: TurnEnd): boolean =>
  outcome.kind === 'judged' && FINE.includes(outcome.judgement.verdict)

/** The messages in the last turn that a block followed, and that its last one does not repeat: a host may have handed on only that. */
export function heldBack({ turns, before }: Session): Text[] {
  const texts: Text[] = []
  let said: Text | null = null
  for (const step of turns.at(-1)?.steps ?? before) {
    if (step.kind === 'stop') said = step.message
    if (step.kind !== 'block') continue
    if (said !== null && said !== '') texts.push(said)
  }
  const last = JSON.stringify(said)
  return texts.filter((text) => JSON.stringify(text) !== last)
}

/** The streams of the subagents that worked since then: in the last turn, if no time is given. */
export function agentsOf(session: Session, since = session.turns.at(-1)?.at ?? ''): string[] {
  return stepsOf(session).flatMap((step) => {
    if (step.kind !== 'agent' || step.stream === null) return []
    return step.at >= since || step.stoppedAt === null || step.stoppedAt >= since ? [step.stream] : []
  })
}

/** Verdicts that another one on the same turn follows. */
const GOES_ON: readonly TurnVerdict[] = ['blocked', 'waiting', 'checking']

/** True if the gate has not let the turn end yet, so a waiver can still affect it. */
export function isOpen(session: Session): boolean {
  const outcome = outcomeOf(session)
  const isBegun = session.turns.length > 0 || session.agent !== null
  return isBegun && session.ended === null && !(outcome.kind === 'judged' && isLast(outcome.judgement.verdict))
}

/** True for a verdict that lets a turn end. */
export const isLast = (verdict: TurnVerdict): boolean => !GOES_ON.includes(verdict)

/** The number of stops in the session that were never judged, as far as later events showed it. */
export const unjudgedIn = (session: Session): number =>
  stepsOf(session).filter(({ kind }) => kind === 'unanswered').length

/** Hooks on stops that were added while the session ran: each may overrule a block. */
export const addedStopHooks = ({ blindSpots }: Session): string[] =>
  blindSpots.flatMap(({ code, detail }) => (code === STOP_HOOK_ADDED && detail !== null ? [detail] : []))
