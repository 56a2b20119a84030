import { type RecordedJudgement, type Session, type Step, stepsOf, type TurnVerdict } from './state.ts'

/** How the last turn of a session ended, or the work of a subagent. */
export type TurnEnd = {
  /** The turn it is about, from 1; 0 where nobody opened one, as in the stream of a subagent. */
  turn: number
  /** Its prompt's entry; 0 where there is none. */
  seq: number
} & (
  | { kind: 'judged'; stop: StopStep; judgement: RecordedJudgement }
  /** Nobody judged the last stop: the gate was killed, took too long, or is still at it. */
  | { kind: 'unanswered'; stop: StopStep }
  /**
   * The turn has not ended, or went on after it had: `earlier` is the verdict that let it go before.
   * `failure` is what the host says broke it off.
   */
  | { kind: 'going-on'; failure: Failure | null; earlier: RecordedJudgement | null }
)

type StopStep = Extract<Step, { kind: 'stop' }>
type Failure = Extract<Step, { kind: 'failure' }>

export function outcomeOf(session: Session): TurnEnd {
  const last = session.turns.at(-1)
  const steps = last?.steps ?? session.before
  const turn = { turn: session.turns.length, seq: last?.seq ?? 0 }
  const at = steps.findLastIndex(({ kind }) => kind === 'stop')
  const stop = steps[at]
  const after = steps.slice(at + 1)
  const failure = after.findLast((step): step is Failure => step.kind === 'failure') ?? null
  if (stop?.kind !== 'stop') return { ...turn, kind: 'going-on', failure, earlier: null }
  const judgement = after.findLast((step): step is RecordedJudgement => step.kind === 'judgement')
  // Whoever is held back goes on by that; whoever was let go and works again will stop again.
  const isHeldBack = judgement?.verdict === 'blocked'
  if (!isHeldBack && after.some(isWork)) return { ...turn, kind: 'going-on', failure, earlier: leftBehind(steps) }
  return judgement === undefined ? { ...turn, kind: 'unanswered', stop } : { ...turn, kind: 'judged', stop, judgement }
}

/** The verdict by which a turn was let go, where the agent worked on and no later stop covers that; null where there is none. */
export function leftBehind(steps: readonly Step[]): RecordedJudgement | null {
  const after = steps.slice(steps.findLastIndex(({ kind }) => kind === 'stop') + 1)
  const judgement = after.findLast((step): step is RecordedJudgement => step.kind === 'judgement')
  if (judgement === undefined || GOES_ON.includes(judgement.verdict)) return null
  return after.some(isWork) ? judgement : null
}

/** What only a transcript shows may have been made before the stop. */
const isWork = (step: Step): boolean => step.kind === 'call' && !step.isUnseen

/** Verdicts under which nothing is left open that the agent would have to answer for. */
const FINE: readonly TurnVerdict[] = ['unclaimed', 'earned', 'warned']

/** Whether a turn was let go by the gate, with nothing held back. */
export const isFine = (outcome: TurnEnd): boolean =>
  outcome.kind === 'judged' && FINE.includes(outcome.judgement.verdict)

/** The streams of the subagents that were at work in the last turn. */
export function agentsOf(session: Session): string[] {
  const since = session.turns.at(-1)?.at ?? ''
  return stepsOf(session).flatMap((step) => {
    if (step.kind !== 'agent' || step.stream === null) return []
    return step.at >= since || step.stoppedAt === null || step.stoppedAt >= since ? [step.stream] : []
  })
}

/** Verdicts after which there is another stop of the same turn. */
const GOES_ON: readonly TurnVerdict[] = ['blocked', 'waiting']

/** Whether the gate has yet to let go of the turn: what a person says now still counts for it. */
export function isOpen(session: Session): boolean {
  const outcome = outcomeOf(session)
  const isBegun = session.turns.length > 0 || session.agent !== null
  return isBegun && session.ended === null && (outcome.kind !== 'judged' || GOES_ON.includes(outcome.judgement.verdict))
}
